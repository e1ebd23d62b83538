import { HTTP_PRECONDITION_FAILED } from '~/contract/http-status';
import type { StoredCondo } from '~/data/condos/condos.queries';
import { AppError } from '~/lib/app-error';
import type { FormBaseline } from './form-baseline';
import { findConflict, type CondoConflict } from './condo-conflict';
import { toCondoBody, type CondoFormValues } from './condo-form-values';

/** Sends the multipart body with the version it is based on; resolves to the new version. Rejects with the server's error. */
export type SaveCondo = (
  body: FormData,
  version: string | null,
) => Promise<{ version: string | null } | null>;

interface Calls {
  save: SaveCondo;
  reload: (() => Promise<StoredCondo>) | undefined;
}

/**
 * Saves, or determines what someone else has changed since the form was filled. If that concerns no field of the form,
 * saves again, once, based on the new version.
 */
export async function saveOrConflict(
  values: CondoFormValues,
  baseline: FormBaseline,
  { save, reload }: Calls,
): Promise<CondoConflict | { version: string | null }> {
  try {
    return (
      (await save(toCondoBody(values, baseline.stored), baseline.version)) ?? { version: null }
    );
  } catch (error) {
    if (!isConflict(error) || baseline.version === null || !reload) throw error;
    const theirs = await reload().catch(() => null);
    // Without a response, or with the same version, there is nothing to choose from.
    if (!theirs || theirs.version === null || theirs.version === baseline.version) throw error;
    const conflict = findConflict(baseline.values, values, theirs);
    if (conflict.fields.length > 0) return conflict;
    return (await save(toCondoBody(values, theirs), theirs.version)) ?? { version: null };
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof AppError && error.status === HTTP_PRECONDITION_FAILED;
}
