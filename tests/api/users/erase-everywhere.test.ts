import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import {
  administratorInvitations,
  apiTokens,
  identities,
  passkeys,
  providerSignIns,
  savedViews,
  sessions,
} from '~/platform/database/schema/account';
import { bulkImports, bulkRuns } from '~/platform/database/schema/bulk';
import { failedSignIns } from '~/platform/database/schema/history';
import { setAsideFindings } from '~/platform/database/schema/operations';
import { proposalRows, proposals } from '~/platform/database/schema/proposals';
import { invitations, userCondoAssociations, users } from '~/platform/database/schema/records';
import { sendDueMails } from '../../support/send-due-mails';
import { createFileMailer, removeMailFilesTo } from '~/platform/mail/file-mailer.server';
import { createLogger } from '~/platform/logger.server';
import { STORED_PASSKEY } from '../../support/factors';
import { deskPerFile } from '../../support/invitation-desk';
import { start } from '../../support/mail-servers';
import { must } from '../../support/must';
import { temporaryFolder } from '../../support/opened';
import { columnsWith, filesWith, leaveTraces, statisticsWith, storedColumns } from './person';

/** Columns with words that cannot be those of a person, by the reason. Either a table or "table.column". */
const CANNOT: Readonly<Record<string, readonly string[]>> = {
  'a hash': [
    'administrator_links.token_hash',
    'api_tokens.token_hash',
    'bulk_imports.rows_hash',
    'bulk_runs.hash',
    'drizzle.__drizzle_migrations.hash',
    'erased_identities.name_hash',
    'invitation_links.token_hash',
    'password_links.token_hash',
    'proposal_rows.record_version',
    'provider_sign_ins.browser_hash',
    'provider_sign_ins.code_hash',
    'provider_sign_ins.state_hash',
    'rate_limits.key',
    'recovery_codes.code_hash',
    'sessions.token_hash',
    'users.password_hash',
  ],
  'random, or encrypted': [
    'authenticators.pending_secret',
    'authenticators.secret',
    'orphaned_images.name',
    'passkey_challenges.challenge',
    'passkeys.credential_id',
    'passkeys.public_key',
    'provider_sign_ins.code_verifier',
    'provider_sign_ins.nonce',
  ],
  'one of a few words': [
    'administrator_invitations.language',
    'administrator_invitations.mail_state',
    'administrator_invitations.rights',
    'api_tokens.scope',
    'bulk_imports.type',
    'history_changes.record_kind',
    'history_changes.what',
    'history_entries.action',
    'history_entries.actor_kind',
    'history_entries.record_kind',
    'identities.claim',
    'invitation_links.kind',
    'invitations.language',
    'invitations.mail_state',
    'invitations.role',
    'invitations.status',
    'job_runs.name',
    'passkey_challenges.purpose',
    'passkeys.transports',
    'password_links.kind',
    'proposals.decision',
    'proposals.kind',
    'provider_sign_ins.purpose',
    'saved_views.path',
    'set_aside_findings.kind',
    'table_changes.table_name',
    'user_condo_associations.role',
    'users.language',
    'users.rights',
  ],
  'of the installation': ['identities.issuer', 'installation.image_place', 'passkeys.rp_id'],
  'the id of a request': ['history_entries.request_id'],
  'the screen that a sign-in leads back to': ['provider_sign_ins.page'],
  'emptied by a migration, and written no more': ['bulk_imports.changes'],
  'about a building or apartment (docs/deploy.md)': ['apartments', 'condos'],
};
const EXCEPTIONS = new Set(Object.values(CANNOT).flat());

/** A mark in every text of the person who is erased, and nowhere else. */
const MARK = 'zanz';

/**
 * Names this person in every table that can. Two rows if possible: PostgreSQL keeps no statistics of a
 * single row.
 */
async function nameEverywhere(id: number, { email, first_name, last_name }: Person) {
  const { db, adminId } = desk.api;
  const now = desk.time.now;
  const texts = ['one', 'two'].map((part) => `${MARK} ${part} ${first_name} ${email}`);
  for (const words of texts) {
    const [identity] = await db
      .insert(identities)
      .values({ user_id: id, issuer: 'https://sso.example', subject: words })
      .returning({ id: identities.id });
    await db.insert(sessions).values({
      token_hash: crypto.randomUUID(),
      user_id: id,
      address: words,
      user_agent: words,
      identity_id: identity?.id,
      provider_session: words,
    });
    const token = { user_id: id, token_hash: crypto.randomUUID(), name: words };
    await db.insert(apiTokens).values({ ...token, scope: 'read', expires_at: now });
    const shown = { name: words, search: `search=${encodeURIComponent(words)}`, is_starred: false };
    const own = { ...shown, path: '/users', user_id: id, is_shared: words === texts[0] } as const;
    await db.insert(savedViews).values([own, { ...own, user_id: adminId, name: `${id} ${words}` }]);
    const passkey = { ...STORED_PASSKEY, user_id: id, credential_id: crypto.randomUUID() };
    await db.insert(passkeys).values({ ...passkey, name: words });
    const failed = { user_id: id, address: words, hour: now, attempts: 1 };
    await db.insert(failedSignIns).values(failed);
    const run = { idempotency_key: words, hash: 'hash', claim: crypto.randomUUID() };
    await db.insert(bulkRuns).values({ ...run, user_id: id });
    const outcome = { detail: words };
    await db.insert(bulkRuns).values({ ...run, user_id: adminId, outcome });
    const record = { type: 'condo', rows_hash: 'hash', created_count: 1, created_by: id } as const;
    const { idempotency_key } = run;
    // An association that has ended, and one that an older release has left.
    const until = words === texts[0] ? '2020-12-31' : null;
    const since = words === texts[0] ? null : '2021-01-01';
    const tenancy = { user_id: id, condo_id: desk.condo, role: 'building_manager' } as const;
    await db.insert(userCondoAssociations).values({ ...tenancy, since, until, note: words });
    await db
      .insert(bulkImports)
      .values({ ...record, file_name: words, reason: words, idempotency_key });
    // Applied by somebody else: what the person has proposed.
    const applied = { ...record, created_by: adminId, proposed_by: id, proposed_token: words };
    await db.insert(bulkImports).values(applied);
    await propose({ kind: 'condo', created_by: id, reason: words, token_name: words }, words);
    const other = { created_by: adminId, reason: 'Any' };
    await propose({ ...other, kind: 'user' }, words, id);
    const rejected = { decision: 'rejected', decided_by: id, rejection: words } as const;
    await propose({ ...other, kind: 'condo', ...rejected }, 'Any');
    const accepted_at = words === texts[0] ? now : null;
    const mail = { mail_state: 'failed', mail_detail: `550 5.1.1 <${email}>: ${words}` } as const;
    const invitation = { email, expires_at: now, accepted_at };
    await db.insert(administratorInvitations).values({ ...invitation, ...mail });
    await db.update(invitations).set(mail).where(eq(invitations.email, email));
  }
  for (const kind of ['person_without_association', 'duplicate_person'] as const) {
    const finding = { kind, record_id: id, state: `${texts[0]} ${kind}` };
    await db.insert(setAsideFindings).values({ ...finding, reason: finding.state });
  }
  // Sign-ins that have begun and not ended. Each names this person by another property.
  const claims = { isAdministrator: false, session: `${MARK}-sid`, email: null };
  for (const [property, identity, until] of [
    ['subject', { subject: texts[0], claims }, 30_000],
    ['e-mail', { subject: `${MARK}|2`, claims: { ...claims, email: email.toUpperCase() } }, 30_000],
    ['name', { subject: `${MARK}|3`, claims: { ...claims, first_name, last_name } }, 30_000],
    ['age', { subject: `${MARK}|4`, claims: { ...claims, first_name } }, -1],
  ] as const) {
    await beginSignIn(`${property} of ${id}`, identity, until);
  }
  const picture = { profile_picture: `https://pictures.example/${MARK}.webp` };
  await db
    .update(users)
    .set({ ...picture, phone: `${MARK} 044 123` })
    .where(eq(users.id, id));
}

/** A proposal with one row of these words. */
async function propose(
  values: Omit<typeof proposals.$inferInsert, 'expires_at'>,
  name: string,
  record_id: number | null = null,
) {
  const { db } = desk.api;
  const [made] = await db
    .insert(proposals)
    .values({ ...values, expires_at: desk.time.now })
    .returning({ proposal_id: proposals.id });
  const { proposal_id } = must(made, 'proposal');
  await db.insert(proposalRows).values({ proposal_id, place: 0, record_id, values: { name } });
}

/** The provider has answered, and no page has come for the answer yet. */
async function beginSignIn(
  state: string,
  identity: { subject?: string | undefined; claims: object },
  ms: number,
) {
  await desk.api.db.insert(providerSignIns).values({
    state_hash: state,
    browser_hash: 'browser',
    purpose: 'sign_in',
    page: '/login',
    nonce: 'nonce',
    code_verifier: 'verifier',
    code_hash: state,
    answered_at: desk.time.now,
    expires_at: new Date(desk.time.now.getTime() + ms),
    ...identity,
  });
}

const lines: string[] = [];
const log = createLogger({ write: (line) => void lines.push(line) });
const mailFolder = join(temporaryFolder(), 'mail');
const removeMailsTo = (email: string) => removeMailFilesTo(mailFolder, email);
const desk = deskPerFile({ log, removeMailsTo });

afterEach(async () => {
  for (const name of await readdir(mailFolder)) await rm(join(mailFolder, name));
});

/**
 * Sends two mails to this person. The first is written to a file; a server that quotes the address
 * rejects the second.
 */
async function mailTo(email: string) {
  const mailer = createFileMailer({ folder: mailFolder, from: 'no-reply@condo.test', log });
  await sendDueMails({ ...desk.worker(), mailer, log });
  await desk.invite({ email, apartment_id: desk.apartment });
  const server = await start({
    onRcptTo: ({ address }, _, callback) =>
      callback(Object.assign(new Error(`5.1.1 <${address}>: unknown`), { responseCode: 550 })),
  });
  await sendDueMails({ ...desk.worker(server.url), log });
}

type Person = typeof person extends fc.Arbitrary<infer P> ? P : never;

/** Parts of names and addresses that mean something to SQL, patterns, JSON or HTML. */
const odd = fc.constantFrom(
  '',
  ' (',
  ') ',
  ', ',
  '"',
  "O'",
  '\\1',
  ' %_',
  '.*',
  '$&',
  '<b>',
  'ẞÄé',
  '😀',
  '#1',
);
const name = fc.tuple(odd, odd).map(([before, after]) => `${before}${MARK}${after}`.trim());
const local = fc.tuple(
  fc.constantFrom('', "o'", 'A.', '_', 'x+'),
  fc.constantFrom('', '+x', '.Y', "'_"),
);
const person = fc.record({
  email: local.map(([before, after]) => `${before}${MARK}${after}z@${MARK}.example`),
  first_name: name,
  last_name: name,
  password: fc.constant('four words make one'),
});

describe('a person who is named in every table that can name one', () => {
  it('is in no column, no statistics, no file and no line of the log once erased', async () => {
    const other = { subject: 'other', claims: { email: 'other@example.com', first_name: 'Other' } };
    await beginSignIn('another person', other, 30_000);
    await fc.assert(
      fc.asyncProperty(person, async (who) => {
        const id = await leaveTraces(desk, who);
        await mailTo(who.email);
        await nameEverywhere(id, who);
        expect(await unnamedColumns()).toEqual([]);
        await desk.api.db.execute(sql`analyze`);
        expect(await statisticsWith(desk, MARK)).toEqual(
          expect.arrayContaining([
            'administrator_invitations.mail_detail',
            'api_tokens.name',
            'api_tokens_name_idx.lower',
            'bulk_imports.file_name',
            'bulk_imports.reason',
            'bulk_runs.outcome',
            'failed_sign_ins.address',
            'identities.subject',
            'passkeys.name',
            'provider_sign_ins.claims',
            'saved_views.name',
            'sessions.provider_session',
            'set_aside_findings.reason',
            'users.email',
          ]),
        );
        expect(await filesWith(mailFolder, [MARK])).not.toEqual([]);
        // Ended some other way before, as by a deactivation: the statistics stay.
        await desk.api.db.delete(sessions).where(eq(sessions.user_id, id));

        const { status } = await desk.api.call('DELETE', `/admin/personal-data/${id}`);
        expect(status).toBe(204);
        expect(await columnsWith(desk, MARK)).toEqual([]);
        expect(await statisticsWith(desk, MARK)).toEqual([]);
        expect(await filesWith(mailFolder, [MARK])).toEqual([]);
        expect(lines.filter((line) => line.toLowerCase().includes(MARK))).toEqual([]);
        expect(await desk.api.db.$count(providerSignIns)).toBe(1);
      }),
      { numRuns: 4, endOnFailure: true },
    );
    expect(lines.some((line) => line.includes('A mail could not be sent'))).toBe(true);
  });

  it('lists only existing columns as exceptions', async () => {
    const columns = (await storedColumns(desk)).filter(({ has_words }) => has_words);
    const names = new Set(columns.flatMap(({ table, column }) => [table, `${table}.${column}`]));
    expect([...EXCEPTIONS].filter((exception) => !names.has(exception))).toEqual([]);
  });
});

/** The columns that can hold words of a person and do not, and exceptions that do. */
async function unnamedColumns(): Promise<string[]> {
  const named = new Set(await columnsWith(desk, MARK));
  const columns = (await storedColumns(desk)).filter(({ has_words }) => has_words);
  return columns.flatMap(({ table, column }) => {
    const path = `${table}.${column}`;
    const isException = EXCEPTIONS.has(table) || EXCEPTIONS.has(path);
    return named.has(path) === isException ? [path] : [];
  });
}
