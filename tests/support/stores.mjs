import { join } from 'node:path';
import { importTypeScript } from '../../scripts/lib/import-typescript.mjs';
import { silentLog } from './silent-log.ts';

/** One database and one image store for stateless processes; none where an external API is in use. */
export async function startStores(env) {
  if (env.API_BASE_URL) return { settings: {}, close: async () => undefined };
  const { startEmbeddedPostgres } = await importTypeScript(
    'app/platform/postgres/embedded-postgres.server.ts',
  );
  const { startS3 } = await importTypeScript('tests/support/s3.ts');
  const postgres = await startEmbeddedPostgres({
    dataDir: join(env.DATA_DIR, 'shared'),
    log: silentLog,
    durable: false,
  });
  const { host, port, user, database } = postgres.connection;
  const s3 = await startS3();
  return {
    settings: {
      DATABASE_URL: `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
      S3_ENDPOINT: s3.settings.endpoint,
      S3_BUCKET: s3.settings.bucket,
      S3_REGION: s3.settings.region,
      S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
    },
    async close() {
      await s3.close();
      await postgres.stop();
    },
  };
}
