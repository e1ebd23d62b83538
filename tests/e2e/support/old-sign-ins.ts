import pg from 'pg';

/** From now on every session was begun too long ago: what asks for the password again does so. */
export async function makeSignInsOld(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query("update sessions set authenticated_at = now() - interval '16 minutes'");
  } finally {
    await client.end();
  }
}
