import { defineConfig } from '@playwright/test';
import ofOneProcess from '../../playwright.config';
import { specFiles } from '../e2e/support/spec-files';

/** A page, server functions, uploads, errors, and that no call outside the wire contract is made. */
const EXTERNAL = ['external-api.spec.ts', 'bulk/bulk-external.spec.ts', 'targets.spec.ts'];
/** The same on the embedded API, which needs Node, and mail. */
const EMBEDDED = ['targets-embedded.spec.ts', 'invitation-loop.spec.ts'];
const isOnNode = process.env.E2E_TARGET !== 'cloudflare-module';

/** `npm run test:targets`: on the build for the platform that scripts/targets.mjs names in E2E_TARGET. */
export default defineConfig({
  ...ofOneProcess,
  testMatch: specFiles(...EXTERNAL, ...(isOnNode ? EMBEDDED : [])),
});
