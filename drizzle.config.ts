import { defineConfig } from 'drizzle-kit';

/** `drizzle-kit generate` writes the next migration from the schema; the app itself applies them at start. */
export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './app/api/db/schema.ts',
    './app/api/db/account-schema.ts',
    './app/api/db/operations-schema.ts',
    './app/api/db/bulk-schema.ts',
    './app/api/db/history-schema.ts',
  ],
  out: './app/api/db/migrations',
});
