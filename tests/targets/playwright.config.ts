import { defineConfig } from '@playwright/test';
import ofOneProcess from '../../playwright.config';
import { specFiles } from '../e2e/support/spec-files';

/** Tests of a page, server functions, uploads, errors, and that no call is outside the wire contract. */
const EXTERNAL = ['external-api.spec.ts', 'bulk/bulk-external.spec.ts', 'targets.spec.ts'];
/** Tests of the embedded API, which needs Node, and of mail. */
const EMBEDDED = ['targets-embedded.spec.ts', 'invitation-loop.spec.ts'];
const isOnNode = process.env.E2E_TARGET !== 'cloudflare-module';

/** `npm run test:targets` tests the build for the platform that scripts/targets.mjs names in E2E_TARGET. */
export default defineConfig({
  ...ofOneProcess,
  testMatch: specFiles(...EXTERNAL, ...(isOnNode ? EMBEDDED : [])),
});
