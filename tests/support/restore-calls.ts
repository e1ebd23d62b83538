import { expect } from 'vitest';
import { apartments, condos, invitations, userCondoAssociations } from '~/api/db/schema';
import { apiErrorSchema } from '~/contract/error';
import type { HistoryEntry } from '~/contract/history-schemas';
import { z } from '~/contract/zod';
import { historyEntries } from './history';
import type { InvitationDesk } from './invitation-desk';
import { must } from './must';

export type Kind = 'condo' | 'apartment' | 'user' | 'association' | 'invitation';

/** An answer that says in one sentence what stands in the way. */
export const refused = (detail: string) => ({ status: 409, detail });

/** Deletes and restores records of a desk, as its administrator. */
export function restoreCalls(desk: InvitationDesk) {
  async function newestEntry(query = '') {
    return must((await historyEntries(desk.api, query))[0], 'entry');
  }

  async function remove(path: string) {
    const response = await desk.api.call('DELETE', path);
    expect(response.status).toBe(204);
  }

  async function post(path: string, body?: object) {
    const response = await desk.api.call('POST', path, body);
    const answer: unknown = await response.json();
    if (response.status === 200)
      return { status: 200, ...z.object({ restored: z.int() }).parse(answer) };
    return { status: response.status, detail: apiErrorSchema.parse(answer).detail };
  }

  const restoreRecord = (kind: Kind, id: number) => post('/admin/history/restore', { kind, id });

  const restoreEntry = (id: number) => post(`/admin/history/${id}/restore`);

  /** Restores what an entry changed of a record of this kind, and nothing else of it. */
  async function restorePart({ id, changes }: HistoryEntry, kind: Kind) {
    const { change } = must(
      changes.find((one) => one.kind === kind),
      kind,
    );
    return post(`/admin/history/${id}/changes/${change}/restore`);
  }

  function everything() {
    const { db } = desk.api;
    return Promise.all(
      [condos, apartments, userCondoAssociations, invitations].map((table) =>
        db.select().from(table).orderBy(table.id),
      ),
    );
  }

  return {
    newestEntry,
    remove,
    post,
    restoreRecord,
    restoreEntry,

    restorePart,
    everything,
  };
}
