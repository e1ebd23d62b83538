import type { Log } from '~/lib/log';
import type { RelyingParty } from '~/lib/relying-party.server';
import type { Db } from '../db/connect.server';
import { findOtherRelyingParties } from './passkeys.repo';

export const OTHER_RELYING_PARTY_LOG =
  'There are passkeys for another host than that of PUBLIC_URL: nobody can sign in with them here';

/** Names a PUBLIC_URL that has changed: its owner hears of it before the people whose passkeys no longer work. */
export async function warnOfOtherRelyingParties(
  db: Db,
  relyingParty: RelyingParty | undefined,
  log: Log,
): Promise<void> {
  const host = relyingParty?.id ?? null;
  const passkeysFor = await findOtherRelyingParties(db, host);
  if (passkeysFor.length > 0) log.warn({ passkeysFor, host }, OTHER_RELYING_PARTY_LOG);
}
