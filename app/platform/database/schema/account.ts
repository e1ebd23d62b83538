import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import { API_TOKEN_SCOPES } from '~/accounts/api-tokens';
import { RIGHTS } from '~/accounts/rights';
import type { SavedPath } from '~/search/view-lists';
import { createdAt, instantColumn, ownedBy, recordId } from './columns';
import { ofUser, users } from './records';

/* Tables about sign-in and super administrators. Tokens and codes are stored only as SHA-256 (base64url). */

export const sessions = pgTable(
  'sessions',
  {
    token_hash: text().primaryKey(),
    /** Id of the session on the wire. */
    id: integer().notNull().unique().generatedAlwaysAsIdentity(),
    user_id: ofUser(),
    created_at: createdAt(),
    last_used_at: createdAt(),
    /**
     * Time of the last password check: at the sign-in, or when a later call required the password again
     * (app/accounts/server/auth-middleware.ts).
     */
    authenticated_at: createdAt(),
    /** Origin of the sign-in; null if unknown. */
    address: text(),
    user_agent: text(),
    /** The provider's account that signed in; null for a password. */
    identity_id: integer().references((): AnyPgColumn => identities.id, { onDelete: 'set null' }),
    /** The provider's name for its session (sid), by which the provider ends it. */
    provider_session: text(),
    /** True if the provider has asked for a second factor. */
    provider_factor: boolean().notNull().default(false),
  },
  (table) => [
    index('sessions_identity_id_idx').on(table.identity_id),
    index('sessions_user_id_idx').on(table.user_id),
    index('sessions_created_at_idx').on(table.created_at),
  ],
);

/** Tokens for scripts (docs/behaviour/account.md, "API tokens"). */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: recordId(),
    token_hash: text().notNull().unique(),
    user_id: ofUser(),
    name: text().notNull(),
    scope: text({ enum: API_TOKEN_SCOPES }).notNull(),
    /** True by default, as for tokens of earlier releases. New tokens always have a value. */
    personal_data: boolean().notNull().default(true),
    created_at: createdAt(),
    last_used_at: instantColumn(),
    expires_at: instantColumn().notNull(),
  },
  (table) => [uniqueIndex('api_tokens_name_idx').on(table.user_id, sql`lower(${table.name})`)],
);

/** Saved views of lists, and remembered columns of files. A shared one of an erased person has no account. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: recordId(),
    user_id: ownedBy(() => users.id),
    name: text().notNull(),
    path: text().$type<SavedPath>().notNull(),
    search: text().notNull(),
    is_starred: boolean().notNull(),
    is_shared: boolean().notNull(),
    created_at: createdAt(),
  },
  (table) => [
    uniqueIndex('saved_views_name_unique').on(table.user_id, table.path, sql`lower(${table.name})`),
    check('saved_views_reachable_check', sql`${table.user_id} is not null or ${table.is_shared}`),
  ],
);

/**
 * Links by which a person sets a password. They are printed at the first start or by a command, or mailed.
 */
export const passwordLinks = pgTable(
  'password_links',
  {
    token_hash: text().primaryKey(),
    user_id: ofUser(),
    kind: text({ enum: ['first_administrator', 'password_reset', 'command'] }).notNull(),
    expires_at: instantColumn().notNull(),
    used_at: instantColumn(),
    created_at: createdAt(),
  },
  (table) => [
    index('password_links_user_id_idx').on(table.user_id),
    index('password_links_expires_at_idx').on(table.expires_at),
  ],
);

/** The authenticator app (TOTP) of an account. Secrets are sealed (app/accounts/server/tokens.ts). */
export const authenticators = pgTable('authenticators', {
  user_id: ownedBy(() => users.id).primaryKey(),
  /** Null until the app was confirmed by a code. */
  secret: text(),
  added_at: instantColumn(),
  /** The time step of the last used code. That step and all earlier ones are used up. */
  last_step: integer(),
  /** The secret of an app that is being set up. */
  pending_secret: text(),
  pending_until: instantColumn(),
});

/** Codes that sign in once if the other factors are lost. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    user_id: ofUser(),
    code_hash: text().notNull(),
    used_at: instantColumn(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.code_hash] })],
);

/** Passkeys (Web Authentication). Their private keys never leave the devices. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: recordId(),
    user_id: ofUser(),
    /** Base64url, as on the wire. */
    credential_id: text().notNull().unique(),
    /** COSE key in base64url. */
    public_key: text().notNull(),
    /** Number of uses, if the authenticator counts them: an unsigned 32-bit number. */
    counter: bigint({ mode: 'number' }).notNull(),
    /** Transports by which a browser reaches the authenticator. */
    transports: text().array().notNull(),
    /** The host for which it was made. It signs for no other. */
    rp_id: text().notNull(),
    name: text().notNull(),
    created_at: createdAt(),
    last_used_at: instantColumn(),
  },
  (table) => [index('passkeys_user_id_idx').on(table.user_id)],
);

/** Challenges that passkeys sign, each only once. They are stored so that every process knows them. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    /** Random bytes in base64url. */
    challenge: text().primaryKey(),
    user_id: ofUser(),
    purpose: text({ enum: ['register', 'sign_in'] }).notNull(),
    expires_at: instantColumn().notNull(),
  },
  (table) => [
    index('passkey_challenges_user_id_idx').on(table.user_id),
    index('passkey_challenges_expires_at_idx').on(table.expires_at),
  ],
);

/**
 * Accounts at an OpenID provider that sign in to an account of the panel. Issuer and subject identify them.
 */
export const identities = pgTable(
  'identities',
  {
    id: recordId(),
    user_id: ofUser(),
    issuer: text().notNull(),
    subject: text().notNull(),
    created_at: createdAt(),
    last_used_at: instantColumn(),
    /**
     * State of the claim of OIDC_ADMIN_CLAIM. Null: a person linked the identity. Lost: the claim was
     * missing at the last sign-in.
     */
    claim: text({ enum: ['held', 'lost'] }),
  },
  (table) => [
    uniqueIndex('identities_subject_idx').on(table.issuer, table.subject),
    index('identities_user_id_idx').on(table.user_id),
  ],
);

/**
 * SHA-256 (base64url) of the issuer and subject of erased people, to whom the claim gives no rights again.
 */
export const erasedIdentities = pgTable('erased_identities', { name_hash: text().primaryKey() });

/** Sign-ins by the provider that have begun. They are stored so that every process knows them. */
export const providerSignIns = pgTable(
  'provider_sign_ins',
  {
    /** Hash of the state that the provider returns. */
    state_hash: text().primaryKey(),
    /** Hash of the secret in the browser that began the sign-in. */
    browser_hash: text().notNull(),
    purpose: text({ enum: ['sign_in', 'link', 'confirm', 'accept'] }).notNull(),
    /** Path of the panel to which the provider's answer leads; empty if the answer goes to a new window. */
    page: text().notNull(),
    nonce: text().notNull(),
    code_verifier: text().notNull(),
    expires_at: instantColumn().notNull(),
    /** Hash of the one-time code for the page; null until the provider has answered. */
    code_hash: text().unique(),
    subject: text(),
    /** Other claims of the ID token (app/accounts/server/provider/claims.ts). */
    claims: jsonb(),
    answered_at: instantColumn(),
  },
  (table) => [index('provider_sign_ins_expires_at_idx').on(table.expires_at)],
);

/** Invitations to become a super administrator. They are not in the list of other invitations. */
export const administratorInvitations = pgTable(
  'administrator_invitations',
  {
    id: recordId(),
    email: text().notNull(),
    /** End of the newest link. */
    expires_at: instantColumn().notNull(),
    invited_by: integer().references(() => users.id, { onDelete: 'set null' }),
    rights: text({ enum: RIGHTS }).notNull().default('all'),
    /** Language of the invitation's mails. */
    language: text(),
    created_at: createdAt(),
    /** Null while it is pending. */
    accepted_at: instantColumn(),
    /** Time of the last requested mail, from which the resend cooldown counts. */
    last_sent_at: createdAt(),
    /** Null for a printed link (tools/admin). */
    mail_state: text({ enum: ['queued', 'sent', 'failed'] }),
    mail_detail: text(),
    mail_updated_at: createdAt(),
  },
  (table) => [
    check(
      'administrator_invitations_mail_state_check',
      sql`${table.mail_state} in ('queued', 'sent', 'failed')`,
    ),
    uniqueIndex('administrator_invitations_pending_unique')
      .on(sql`lower(${table.email})`)
      .where(sql`${table.accepted_at} is null`),
    index('administrator_invitations_invited_by_idx').on(table.invited_by),
    index('administrator_invitations_expires_at_idx').on(table.expires_at),
  ],
);

/** Links of those invitations. Each works until it expires, or its invitation is accepted or withdrawn. */
export const administratorLinks = pgTable(
  'administrator_links',
  {
    token_hash: text().primaryKey(),
    invitation_id: integer().notNull(),
    expires_at: instantColumn().notNull(),
    created_at: createdAt(),
  },
  (table) => [
    foreignKey({
      name: 'administrator_links_invitation_fk',
      columns: [table.invitation_id],
      foreignColumns: [administratorInvitations.id],
    }).onDelete('cascade'),
    index('administrator_links_invitation_idx').on(table.invitation_id),
  ],
);

/**
 * Counts of failed attempts, and logout tokens that the provider has sent
 * (app/accounts/server/attempt-limits.ts).
 */
export const rateLimits = pgTable(
  'rate_limits',
  {
    /** Name of the limit, and the SHA-256 of the account or network that is counted. */
    key: text().primaryKey(),
    points: integer().notNull(),
    expires_at: instantColumn().notNull(),
  },
  (table) => [index('rate_limits_expires_at_idx').on(table.expires_at)],
);
