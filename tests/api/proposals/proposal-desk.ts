import { expect } from 'vitest';
import { createToken, hashToken } from '~/accounts/server/tokens';
import { API_TOKEN_PREFIX } from '~/accounts/api-tokens';
import { apiTokens } from '~/platform/database/schema/account';
import { appliedProposalSchema, proposalSchema, reviewedProposalSchema } from '~/proposals/schema';
import { apiPerTest, insertUser } from '../../support/api';
import { aCondo } from '../../support/builders';
import { must } from '../../support/must';

export const PATH = '/admin/proposals';
export const DAY_MS = 24 * 60 * 60_000;

/** A row of a proposal, of whichever shape: the API checks it. */
export interface Row {
  action?: string;
  id?: number;
  version?: string;
  values: object;
}

/** Addresses are left out for a token without personal data. */
const listedSchema = proposalSchema.partial({ author_email: true, decided_by_email: true });

const withId = proposalSchema.pick({ id: true });

/** An API for each test, calls about proposals, and records to propose changes of. Tests set the time. */
export function proposalDesk() {
  const time = { now: new Date('2026-03-01T10:00:00Z') };
  const api = apiPerTest({ clock: () => time.now });

  const send = (kind: string, rows: readonly Row[], by: Pick<typeof api, 'call'> = api) =>
    by.call('POST', PATH, {
      kind,
      reason: 'From the land register',
      rows: rows.map((row) => ({ action: row.id === undefined ? 'create' : 'change', ...row })),
    });

  async function proposed(...args: Parameters<typeof send>) {
    const answer = await send(...args);
    expect(answer.status).toBe(201);
    return listedSchema.parse(await answer.json());
  }

  const apply = (id: number, body: object, by: Pick<typeof api, 'call'> = api) =>
    by.call('POST', `${PATH}/${id}/apply`, body);
  const applied = async (...args: Parameters<typeof apply>) =>
    appliedProposalSchema.parse(await (await apply(...args)).json());
  const review = (id: number) => api.read(reviewedProposalSchema, 'GET', `${PATH}/${id}`);
  const list = (query = '') => api.read(proposalSchema.array(), 'GET', PATH + query);

  /** A stored record as a row names it. */
  async function seen(path: string): Promise<{ id: number; version: string }> {
    const answer = await api.call('GET', path);
    const { id } = withId.parse(await answer.json());
    return { id, version: must(answer.headers.get('etag'), 'ETag') };
  }

  async function created(path: string, values: object) {
    const answer = await api.call('POST', path, values);
    return seen(`${path}/${withId.parse(await answer.json()).id}`);
  }

  const aBuilding = (values: object = {}) => created('/admin/condos', aCondo(values));
  const anApartment = (condo_id: number, apartment_number: string) =>
    created('/admin/apartments', { condo_id, apartment_number });

  async function aPerson(values: Parameters<typeof insertUser>[1] = {}) {
    return seen(`/admin/users/${await insertUser(api.db, { first_name: 'Bea', ...values })}`);
  }

  /** An administrator's token for scripts. */
  async function aToken(user_id: number, values: Partial<typeof apiTokens.$inferInsert> = {}) {
    const token = API_TOKEN_PREFIX + createToken();
    await api.db.insert(apiTokens).values({
      user_id,
      name: 'Nightly',
      scope: 'propose',
      token_hash: hashToken(token),
      created_at: time.now,
      expires_at: new Date(time.now.getTime() + 365 * DAY_MS),
      ...values,
    });
    return api.as(token);
  }

  return {
    time,
    api,
    send,
    proposed,
    apply,
    applied,
    review,
    list,
    aBuilding,
    anApartment,
    aPerson,
    aToken,
  };
}
