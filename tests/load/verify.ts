import sharp from 'sharp';
import { field, records, type Calls } from './api-client';
import type { Written } from './client';
import { differs } from './ledger';

/** Checks everything that was written and returns what differs from what was acknowledged. */
export async function verify(calls: Calls, written: Written): Promise<void> {
  for (const [what, ledger] of [
    ['condo', written.condos],
    ['apartment', written.apartments],
  ] as const) {
    await together([...ledger.entries], async ([id, { path, states }]) => {
      const { status, body } = await calls.send('verify', path, {}, [200, 404]);
      const reason = differs(states, status === 200 ? body : null);
      if (reason !== null) calls.fail(`${what} ${id}: ${reason}`);
    });
  }
  const names = records((await calls.send('verify', '/api/admin/condos')).body).map((one) =>
    String(field(one, 'name')),
  );
  if (new Set(names).size !== names.length) calls.fail('A building was created twice');
  for (const [id, { path, red }] of written.images) {
    const response = await fetch(calls.url + path);
    const bytes = Buffer.from(await response.arrayBuffer());
    const mean = response.ok ? (await sharp(bytes).stats()).channels[0]?.mean : undefined;
    if (mean === undefined || Math.abs(mean - red) > 4) {
      calls.fail(`picture of ${id}: ${response.status}, red ${mean} in place of ${red}`);
    }
  }
  const invited = records((await calls.send('verify', '/api/admin/invitations')).body);
  for (const [id, email] of written.invitations) {
    const found = invited.filter((one) => field(one, 'email') === email);
    if (found.length !== 1 || field(found[0], 'id') !== id) {
      calls.fail(`invitation of ${email}: ${found.length} times`);
    }
  }
  for (const [condo, rows] of written.imports) {
    const path = `/api/admin/apartments?condo_id=${condo}`;
    const count = records((await calls.send('verify', path)).body).length;
    if (count !== rows) calls.fail(`import into ${condo}: ${count} rows of ${rows}`);
  }
}

const AT_ONCE = 8;

async function together<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const one = async () => {
    for (let item = items.pop(); item !== undefined; item = items.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}
