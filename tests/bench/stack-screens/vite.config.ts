import { defineConfig } from 'vite';
import { startPage } from '../start-page.ts';

/** Start pages that draw what the panel's other screens draw first and nothing else: the least that its stack takes for them. */
export default defineConfig(startPage(import.meta.dirname));
