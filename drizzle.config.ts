import { defineConfig } from 'drizzle-kit';

/** `drizzle-kit generate` writes the next migration from the schema; the app itself applies them at start. */
export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './app/platform/database/schema/records.ts',
    './app/platform/database/schema/account.ts',
    './app/platform/database/schema/operations.ts',
    './app/platform/database/schema/bulk.ts',
    './app/platform/database/schema/proposals.ts',
    './app/platform/database/schema/history.ts',
  ],
  out: './app/platform/database/migrations',
});
