import { defineConfig } from 'vite';
import { startPage } from '../start-page.ts';

/** A Start page with nothing but the table of buildings: the least that the panel's stack takes for its first row. */
export default defineConfig(startPage(import.meta.dirname));
