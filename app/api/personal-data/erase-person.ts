import type { Administrator } from '../auth/auth-middleware';
import { lockHistory } from '../db/history-lock';
import { recordChange } from '../db/record-change';
import type { ApiDeps } from '../deps';
import { conflict, notFound } from '../http/api-error';
import { isMediaName } from '../media/media-store';
import { markOrphaned, unmarkOrphaned } from '../media/orphaned-images.repo';
import { lockUser } from '../users/users.repo';
import {
  eraseAccount,
  eraseFindings,
  eraseFromHistory,
  eraseImportResults,
  eraseInvitations,
  findPictures,
  renewStatistics,
} from './erase-person.repo';

const ACTIVE_MESSAGE = 'Only an inactive person can be erased. Delete the user first.';

/**
 * DELETE /admin/personal-data/{id}: name, e-mail, picture and password of an inactive person go for good, live and in
 * the history; associations stay countable. One transaction under the lock of the account: of two at once the second
 * one finds nothing to do, and an invitation that is accepted meanwhile either comes first (409) or ends.
 * @throws ApiError 404, 409 for someone who is active
 */
export async function erasePerson(deps: ApiDeps, actor: Administrator, id: number): Promise<void> {
  const { db, clock, log } = deps;
  const change = { actor, action: 'erased', record: { kind: 'user', id } } as const;
  const email = await recordChange(db, change, async (tx) => {
    // Else somebody who restores at this moment could have read what is erased here, and write it back.
    await lockHistory(tx);
    const person = await lockUser(tx, id);
    if (!person) throw notFound('User');
    if (person.is_active) throw conflict(ACTIVE_MESSAGE);
    if (person.erased_at !== null) return null;
    const now = clock();
    const pictures = (await findPictures(tx, person)).flatMap(storedName);
    await eraseAccount(tx, person, now);
    await eraseInvitations(tx, person);
    await eraseImportResults(tx, person);
    await eraseFindings(tx, person);
    await eraseFromHistory(tx, person);
    await unmarkOrphaned(tx, pictures);
    await markOrphaned(tx, pictures, now);
    return person.email;
  });
  if (email === null) return;
  deps.notifyImageCleaner();
  // The person is erased; what is left of a mail ends with its age at the latest (docs/deploy.md).
  await deps.removeMailsTo(email).catch((err: unknown) => {
    log.error({ err }, 'The files of mails to an erased person could not be removed');
  });
  await renewStatistics(db).catch((err: unknown) => {
    log.warn(
      { err },
      "The database's statistics may hold values of an erased person until ANALYZE",
    );
  });
}

/** The name in the image store; none for a picture that is elsewhere. */
function storedName(picture: string): string[] {
  const name = picture.slice(picture.lastIndexOf('/') + 1);
  return isMediaName(name) ? [name] : [];
}
