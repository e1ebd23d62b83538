import { defineConfig } from '@playwright/test';
import ofOneProcess from '../../playwright.config';
import { specFiles } from '../e2e/support/spec-files';

/** `npm run test:cluster` runs all end-to-end tests except those that start and kill processes. */
export default defineConfig({
  ...ofOneProcess,
  testIgnore: specFiles(
    'operations.spec.ts',
    'database-away.spec.ts',
    'shutdown.spec.ts',
    'bulk/kill.spec.ts',
    'targets.spec.ts',
    'targets-embedded.spec.ts',
    'development.spec.ts',
  ),
});
