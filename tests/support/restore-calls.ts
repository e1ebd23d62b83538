import { expect } from 'vitest';
import {
  apartments,
  condos,
  invitations,
  userCondoAssociations,
} from '~/platform/database/schema/records';
import type { HistoryEntry } from '~/history/answers';
import { z } from '~/fields/zod';
import { rejectionOf } from './api';
import { historyEntries } from './history';
import type { InvitationDesk } from './invitation-desk';
import { must } from './must';

export type Kind = 'condo' | 'apartment' | 'user' | 'association' | 'invitation';

/** Deletes and restores records of a desk, as its administrator. */
export function restoreCalls(desk: InvitationDesk) {
  async function newestEntry(query = '') {
    return must((await historyEntries(desk.api, query))[0], 'entry');
  }

  async function remove(path: string) {
    const response = await desk.api.call('DELETE', path);
    expect(response.status).toBe(204);
  }

  /** Returns the result of a call: "2 restored", or "409" with the reason. */
  async function post(path: string, body?: object): Promise<string> {
    const response = await desk.api.call('POST', path, body);
    if (!response.ok) return rejectionOf(response);
    return `${z.object({ restored: z.int() }).parse(await response.json()).restored} restored`;
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
    restoreRecord,
    restoreEntry,
    restorePart,
    everything,
  };
}
