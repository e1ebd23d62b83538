import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { FINDING_KINDS } from '~/contract/portfolio-check';
import {
  createdAt,
  instantColumn,
  naturalText,
  recordId,
  searchColumn,
  sortedText,
} from './columns';

/*
 * The database of the embedded API: PostgreSQL 15 or newer (docs/decisions/0002). Functions, extensions and the
 * natural_order collation are in the first migration, which is edited by hand.
 */

export const users = pgTable(
  'users',
  {
    id: recordId(),
    email: text().notNull(),
    first_name: text(),
    last_name: text(),
    profile_picture: text(),
    /** argon2id; null for an account that no one can sign in to. */
    password_hash: text(),
    is_superuser: boolean().notNull().default(false),
    is_active: boolean().notNull().default(true),
    email_verified: boolean().notNull().default(false),
    created_at: createdAt(),
    updated_at: createdAt(),
    last_login: instantColumn(),
    /** First and last name as the portfolio check compares them; null without both. */
    name_match: text().generatedAlwaysAs(
      sql`nullif(match_text("first_name"), '') || ' ' || nullif(match_text("last_name"), '')`,
    ),
    /** When this person was erased (docs/decisions/0033): the row stays, for what refers to it. */
    erased_at: instantColumn(),
    /** E-mail and name in lower case without accents, for one trigram index. */
    search_text: text()
      .notNull()
      .generatedAlwaysAs(
        sql`search_key("email" || ' ' || coalesce("first_name", '') || ' ' || coalesce("last_name", ''))`,
      ),
  },
  (table) => [
    uniqueIndex('users_email_unique').on(sql`lower(${table.email})`),
    index('users_created_at_idx').on(table.created_at),
    index('users_name_match_idx')
      .on(table.name_match, table.id)
      .where(sql`${table.is_active}`),
    index('users_search_idx').using('gin', sql`${table.search_text} gin_trgm_ops`),
    index('users_superuser_idx')
      .on(table.id)
      .where(sql`${table.is_superuser}`),
  ],
);

/**
 * The number of users per 1,024 ids, maintained by triggers on users (in the first migration). The list's total and
 * the start of any page are read from here, so page 10,000 is as fast as page 1 (docs/decisions/0008).
 */
export const userBlocks = pgTable('user_blocks', {
  /** id >> 10 */
  block: integer().primaryKey(),
  users: integer().notNull(),
});

/** Session tokens: only their SHA-256 (base64url) is stored. */
export const sessions = pgTable(
  'sessions',
  {
    token_hash: text().primaryKey(),
    /** Names the session on the wire. */
    id: integer().notNull().unique().generatedAlwaysAsIdentity(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    created_at: createdAt(),
    last_used_at: createdAt(),
    /** When the password was last asked for: at the sign-in, or later (auth/reauthentication.ts). */
    authenticated_at: createdAt(),
    /** Where the sign-in came from; null where it is not known. */
    address: text(),
    user_agent: text(),
  },
  (table) => [
    index('sessions_user_id_idx').on(table.user_id),
    index('sessions_created_at_idx').on(table.created_at),
  ],
);

/** Links by which a person sets a password: printed at the first start or by a command, or mailed. */
export const passwordLinks = pgTable(
  'password_links',
  {
    /** SHA-256 (base64url) of the link's token. */
    token_hash: text().primaryKey(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
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

/** The authenticator app (TOTP) of an account. Secrets are sealed (auth/secret-box.ts). */
export const authenticators = pgTable('authenticators', {
  user_id: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Null until the app was confirmed by a code. */
  secret: text(),
  added_at: instantColumn(),
  /** The time step of the last code that was used: it and all before it are used up. */
  last_step: integer(),
  /** Of an app that is being set up. */
  pending_secret: text(),
  pending_until: instantColumn(),
});

/** Codes that sign in once where the other factors are lost. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 (base64url) of the code. */
    code_hash: text().notNull(),
    used_at: instantColumn(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.code_hash] })],
);

export const condos = pgTable(
  'condos',
  {
    id: recordId(),
    name: sortedText().notNull(),
    address: text().notNull(),
    city: text().notNull(),
    state: text().notNull(),
    zip_code: text().notNull(),
    country: text().notNull(),
    website: text(),
    description: text(),
    date_built: date({ mode: 'string' }),
    number_of_units: integer(),
    /** Names in the media store; on the wire they are full URLs. */
    image_name: text(),
    flag_name: text(),
    country_flag_name: text(),
    created_at: createdAt(),
    updated_at: createdAt(),
    search_text: text().notNull().generatedAlwaysAs(searchColumn('name', 'address')),
    city_search: text().notNull().generatedAlwaysAs(searchColumn('city')),
    state_search: text().notNull().generatedAlwaysAs(searchColumn('state')),
    zip_code_search: text().notNull().generatedAlwaysAs(searchColumn('zip_code')),
    country_search: text().notNull().generatedAlwaysAs(searchColumn('country')),
    /** The address as the portfolio check compares it: one street however it is written. */
    address_match: text()
      .notNull()
      .generatedAlwaysAs(
        sql`match_text("address") || ' ' || match_text("zip_code") || ' ' || match_text("city")`,
      ),
  },
  (table) => [
    index('condos_name_idx').on(table.name, table.id),
    index('condos_created_at_idx').on(table.created_at),
    index('condos_search_idx').using('gin', sql`${table.search_text} gin_trgm_ops`),
  ],
);

export const apartments = pgTable(
  'apartments',
  {
    id: recordId(),
    condo_id: integer()
      .notNull()
      .references(() => condos.id, { onDelete: 'cascade' }),
    apartment_number: naturalText().notNull(),
    floor_number: integer(),
    bedrooms: numeric({ precision: 12, scale: 1, mode: 'number' }),
    bathrooms: numeric({ precision: 12, scale: 1, mode: 'number' }),
    sqmt: numeric({ precision: 13, scale: 2, mode: 'number' }),
    /** Comma-joined spots, or "None". */
    parking_spot_number: text(),
    notes: text(),
    created_at: createdAt(),
    updated_at: createdAt(),
    search_text: text().notNull().generatedAlwaysAs(searchColumn('apartment_number')),
  },
  (table) => [
    uniqueIndex('apartments_number_unique').on(
      table.condo_id,
      sql`lower(${table.apartment_number})`,
    ),
    unique('apartments_condo_id_id_unique').on(table.condo_id, table.id),
    index('apartments_order_idx').on(table.condo_id, table.apartment_number, table.id),
    index('apartments_created_at_idx').on(table.created_at),
    index('apartments_search_idx').using('gin', sql`${table.search_text} gin_trgm_ops`),
  ],
);

/**
 * Associations of users with a building or one of its apartments. The pair (condo_id, apartment_id) is one foreign key,
 * so the apartment always belongs to that building, even after it moved to another. A building or apartment with
 * associations cannot be deleted.
 */
export const userCondoAssociations = pgTable(
  'user_condo_associations',
  {
    id: recordId(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    condo_id: integer()
      .notNull()
      .references(() => condos.id),
    apartment_id: integer(),
    role: text().notNull(),
    created_at: createdAt(),
  },
  (table) => [
    foreignKey({
      name: 'associations_apartment_fk',
      columns: [table.condo_id, table.apartment_id],
      foreignColumns: [apartments.condo_id, apartments.id],
    }).onUpdate('cascade'),
    check(
      'associations_role_check',
      sql`${table.role} in ('super_admin', 'building_manager', 'owner', 'renter')`,
    ),
    unique('associations_unique')
      .on(table.user_id, table.condo_id, table.apartment_id)
      .nullsNotDistinct(),
    index('associations_condo_id_idx').on(table.condo_id, table.apartment_id),
  ],
);

/** Invitations; deleted with their building or apartment. */
export const invitations = pgTable(
  'invitations',
  {
    id: recordId(),
    email: text().notNull(),
    role: text().notNull(),
    condo_id: integer()
      .notNull()
      .references(() => condos.id, { onDelete: 'cascade' }),
    apartment_id: integer(),
    status: text().notNull().default('pending'),
    /** When the newest link ends. */
    expires_at: instantColumn().notNull(),
    invited_by: integer().references(() => users.id, { onDelete: 'set null' }),
    created_at: createdAt(),
    accepted_at: instantColumn(),
    /** When a mail was last requested: the resend cooldown counts from here. */
    last_sent_at: createdAt(),
    mail_state: text().notNull().default('queued'),
    mail_detail: text(),
    mail_updated_at: createdAt(),
  },
  (table) => [
    foreignKey({
      name: 'invitations_apartment_fk',
      columns: [table.condo_id, table.apartment_id],
      foreignColumns: [apartments.condo_id, apartments.id],
    })
      .onDelete('cascade')
      .onUpdate('cascade'),
    check('invitations_role_check', sql`${table.role} in ('building_manager', 'owner', 'renter')`),
    check('invitations_status_check', sql`${table.status} in ('pending', 'accepted')`),
    check('invitations_mail_state_check', sql`${table.mail_state} in ('queued', 'sent', 'failed')`),
    uniqueIndex('invitations_pending_unique')
      .on(sql`lower(${table.email})`, table.condo_id, sql`coalesce(${table.apartment_id}, 0)`)
      .where(sql`${table.status} = 'pending'`),
    index('invitations_pending_idx')
      .on(table.created_at, table.id)
      .where(sql`${table.status} = 'pending'`),
    index('invitations_condo_id_idx').on(table.condo_id, table.apartment_id),
  ],
);

/**
 * Mailed links. Kept for a while after their end, also without their invitation: whoever opens an old one learns why it no
 * longer works, and a restored invitation has its links again.
 */
export const invitationLinks = pgTable(
  'invitation_links',
  {
    /** SHA-256 (base64url) of the link's token. */
    token_hash: text().primaryKey(),
    /** Without a row: the invitation was deleted. Null: by a release that did not keep this id. No id is given twice. */
    invitation_id: integer(),
    expires_at: instantColumn().notNull(),
    /** Set when a mail with a newer link has gone out. */
    replaced_at: instantColumn(),
    created_at: createdAt(),
  },
  (table) => [
    index('invitation_links_invitation_idx').on(table.invitation_id),
    index('invitation_links_expires_at_idx').on(table.expires_at),
  ],
);

/** Invitations to become a super administrator: a kind of its own, and in no list of the others. */
export const administratorInvitations = pgTable(
  'administrator_invitations',
  {
    id: recordId(),
    email: text().notNull(),
    /** When the newest link ends. */
    expires_at: instantColumn().notNull(),
    invited_by: integer().references(() => users.id, { onDelete: 'set null' }),
    created_at: createdAt(),
    /** Null while it is pending. */
    accepted_at: instantColumn(),
    /** When a mail was last requested: the resend cooldown counts from here. */
    last_sent_at: createdAt(),
    /** Null where the link was printed instead (tools/admin). */
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

/** Links of those invitations; each works until it expires, or its invitation is accepted or withdrawn. */
export const administratorLinks = pgTable(
  'administrator_links',
  {
    /** SHA-256 (base64url) of the link's token. */
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
 * Mails that have yet to be sent, each for one record of one kind (mail/mail-queue.repo.ts). The text is written when it
 * is sent, so no link is stored here; a row is removed when its mail was sent or has failed.
 */
export const mailQueue = pgTable(
  'mail_queue',
  {
    id: recordId(),
    invitation_id: integer()
      .unique()
      .references(() => invitations.id, { onDelete: 'cascade' }),
    administrator_invitation_id: integer().unique(),
    /** Whose password is to be reset. */
    reset_user_id: integer()
      .unique()
      .references(() => users.id, { onDelete: 'cascade' }),
    attempts: integer().notNull().default(0),
    next_attempt_at: createdAt(),
    /** The process that claimed the mail; null while none has. */
    claim: uuid(),
    created_at: createdAt(),
  },
  (table) => [
    foreignKey({
      name: 'mail_queue_administrator_invitation_fk',
      columns: [table.administrator_invitation_id],
      foreignColumns: [administratorInvitations.id],
    }).onDelete('cascade'),
    check(
      'mail_queue_one_subject_check',
      sql`num_nonnulls(${table.invitation_id}, ${table.administrator_invitation_id}, ${table.reset_user_id}) = 1`,
    ),
    index('mail_queue_next_attempt_idx').on(table.next_attempt_at),
  ],
);

/** Failed attempts, counted by auth/attempt-limits.ts. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    /** The limit's name and the SHA-256 of whose attempts they are. */
    key: text().primaryKey(),
    points: integer().notNull(),
    expires_at: instantColumn().notNull(),
  },
  (table) => [index('rate_limits_expires_at_idx').on(table.expires_at)],
);

/** Images in the store that no record uses (media/orphaned-images.repo.ts). */
export const orphanedImages = pgTable(
  'orphaned_images',
  {
    name: text().primaryKey(),
    /** When it may be removed from the store. */
    due_at: instantColumn().notNull(),
  },
  (table) => [index('orphaned_images_due_at_idx').on(table.due_at)],
);

/** One row: what distinguishes this installation from one with a copy of its settings (media/bucket-owner.server.ts). */
export const installation = pgTable(
  'installation',
  {
    only_row: boolean().primaryKey().default(true),
    id: uuid().notNull().defaultRandom(),
  },
  (table) => [check('installation_only_row_check', sql`${table.only_row}`)],
);

/** When each job that runs in one process at a time was started last (jobs/job-runs.repo.ts). */
export const jobRuns = pgTable('job_runs', {
  name: text().primaryKey(),
  started_at: instantColumn().notNull(),
});

/** Findings of the portfolio check that were put aside; each counts again once its state is another. */
export const setAsideFindings = pgTable(
  'set_aside_findings',
  {
    id: recordId(),
    kind: text({ enum: FINDING_KINDS }).notNull(),
    record_id: integer().notNull(),
    state: text().notNull(),
    reason: text().notNull(),
    set_aside_by: integer().references(() => users.id, { onDelete: 'set null' }),
    created_at: createdAt(),
  },
  (table) => [unique('set_aside_findings_unique').on(table.kind, table.record_id)],
);
