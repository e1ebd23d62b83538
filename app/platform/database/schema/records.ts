import { ROLES } from '~/users/roles';
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
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { RIGHTS } from '~/accounts/rights';
import {
  createdAt,
  instantColumn,
  naturalOrder,
  naturalText,
  ownedBy,
  personName,
  recordId,
  searchColumn,
  sortedText,
  textOrder,
} from './columns';

/*
 * The records that people work with, on PostgreSQL 15 or newer (docs/decisions/0002). Functions,
 * extensions and collations are in the first migration, which was edited by hand.
 */

export const users = pgTable(
  'users',
  {
    id: recordId(),
    /** Null for a person who cannot sign in. */
    email: text(),
    first_name: text(),
    last_name: text(),
    phone: text(),
    profile_picture: text(),
    /** argon2id; null for an account without a password. */
    password_hash: text(),
    is_superuser: boolean().notNull().default(false),
    /** Rights of a super administrator (app/accounts/rights.ts). */
    rights: text({ enum: RIGHTS }).notNull().default('all'),
    is_active: boolean().notNull().default(true),
    email_verified: boolean().notNull().default(false),
    created_at: createdAt(),
    updated_at: createdAt(),
    last_login: instantColumn(),
    /** Language of the screens and of mails; null until one is chosen. */
    language: text(),
    /** True to get the daily mail about open proposals. The next column is the time of the last one. */
    proposal_mails: boolean().notNull().default(false),
    proposal_mail_at: instantColumn(),
    /** First and last name in the form that the portfolio check compares; null without both. */
    name_match: text().generatedAlwaysAs(
      sql`nullif(match_text("first_name"), '') || ' ' || nullif(match_text("last_name"), '')`,
    ),
    /** Time when this person was erased (docs/decisions/0026). The row stays, since others refer to it. */
    erased_at: instantColumn(),
    /** The person into whom this account was merged, which closed it (docs/behaviour/merge.md). */
    merged_into: integer(),
    /**
     * E-mail, name and phone in lower case without accents, for one trigram index. A phone number is found
     * as written, and also without its blanks and signs.
     */
    search_text: text()
      .notNull()
      .generatedAlwaysAs(
        sql`search_key(coalesce("email", '') || ' ' || coalesce("first_name", '') || ' ' || coalesce("last_name", '') || coalesce(' ' || "phone" || ' ' || regexp_replace("phone", '\\D', '', 'g'), ''))`,
      ),
  },
  (table) => [
    check('users_rights_check', sql`${table.rights} in ('all', 'propose', 'look')`),
    // Deferrable in the migration: an import may insert an account before the person into whom it was
    // merged.
    foreignKey({
      name: 'users_merged_into_fk',
      columns: [table.merged_into],
      foreignColumns: [table.id],
    }),
    check('users_merged_check', sql`${table.merged_into} is null or not ${table.is_active}`),
    index('users_merged_into_idx')
      .on(table.merged_into)
      .where(sql`${table.merged_into} is not null`),
    uniqueIndex('users_email_unique').on(sql`lower(${table.email})`),
    index('users_created_at_idx').on(table.created_at),
    // Indexes for the sort orders of the list. People without a name come last in both directions.
    index('users_by_name_idx').on(personName(table), table.id),
    index('users_by_name_desc_idx').on(
      sql`${personName(table)} desc nulls last`,
      table.id.desc().nullsFirst(),
    ),
    index('users_by_email_idx').on(textOrder(table.email), table.id),
    index('users_by_email_desc_idx').on(
      sql`${textOrder(table.email)} desc nulls last`,
      table.id.desc().nullsFirst(),
    ),
    index('users_name_match_idx')
      .on(table.name_match, table.id)
      .where(sql`${table.is_active}`),
    index('users_search_idx').using('gin', sql`${table.search_text} gin_trgm_ops`),
    check(
      'users_email_check',
      sql`${table.email} is not null or (${table.password_hash} is null and not ${table.is_superuser})`,
    ),
    index('users_superuser_idx')
      .on(table.id)
      .where(sql`${table.is_superuser}`),
    // The portfolio check reads this index and that of the associations completely, instead of the tables.
    index('users_people_idx')
      .on(table.id)
      .where(sql`${table.is_active} and not ${table.is_superuser}`),
  ],
);

/** The address of an account. Nobody can sign in without one (constraint `users_email_check`). */
export const accountEmail = sql<string>`${users.email}`;

/** A column that refers to a user, whose deletion also deletes the row. */
export const ofUser = () => ownedBy(() => users.id).notNull();

/** Number of users per 1,024 ids, counted by triggers, for late pages of the list (docs/decisions/0007). */
export const userBlocks = pgTable('user_blocks', {
  /** id >> 10 */
  block: integer().primaryKey(),
  users: integer().notNull(),
});

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
    /** Names in the media store. On the wire they are full URLs. */
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
    /** The address in the form that the portfolio check compares: one form for all spellings of a street. */
    address_match: text()
      .notNull()
      .generatedAlwaysAs(
        sql`match_text("address") || ' ' || match_text("zip_code") || ' ' || match_text("city")`,
      ),
  },
  (table) => [
    index('condos_order_idx').on(naturalOrder(table.name), table.id),
    index('condos_equal_idx').on(sql`equal_key(${table.name})`, sql`equal_key(${table.zip_code})`),
    index('condos_created_at_idx').on(table.created_at),
    index('condos_search_idx').using('gin', sql`${table.search_text} gin_trgm_ops`),
    index('condos_place_search_idx').using(
      'gin',
      sql`${table.city_search} gin_trgm_ops`,
      sql`${table.zip_code_search} gin_trgm_ops`,
    ),
  ],
);

export const apartments = pgTable(
  'apartments',
  {
    id: recordId(),
    condo_id: ownedBy(() => condos.id).notNull(),
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
    /** The number in the form that must be unique within a building. */
    number_key: naturalText()
      .notNull()
      .generatedAlwaysAs(sql`lower("apartment_number")`),
  },
  (table) => [
    // Deferrable in the migration: it is checked after a statement, so that one statement may swap the
    // numbers of apartments.
    unique('apartments_number_unique').on(table.condo_id, table.number_key),
    unique('apartments_condo_id_id_unique').on(table.condo_id, table.id),
    index('apartments_order_idx').on(table.condo_id, table.apartment_number, table.id),
    index('apartments_equal_idx').on(table.condo_id, sql`equal_key(${table.apartment_number})`),
    index('apartments_created_at_idx').on(table.created_at),
    index('apartments_search_idx').using('gin', sql`${table.search_text} gin_trgm_ops`),
  ],
);

/**
 * Associations of users with a building or one of its apartments, which cannot be deleted while it has
 * some. The pair (condo_id, apartment_id) is one foreign key, so the apartment always belongs to that
 * building, even after a move.
 */
export const userCondoAssociations = pgTable(
  'user_condo_associations',
  {
    id: recordId(),
    user_id: ofUser(),
    condo_id: integer()
      .notNull()
      .references(() => condos.id),
    apartment_id: integer(),
    role: text({ enum: ROLES }).notNull(),
    /** First and last day; null for an unknown beginning, or an association without an end. */
    since: date({ mode: 'string' }),
    until: date({ mode: 'string' }),
    note: text(),
    /** Day on which the move was reported to the commune. */
    reported_on: date({ mode: 'string' }),
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
    check('associations_days_check', sql`${table.since} <= ${table.until}`),
    // The migrations have the constraint `associations_once`: no overlap of person, home and role. It is
    // checked after a statement, so that one statement may shift the day between two of them.
    index('associations_user_id_idx').on(table.user_id),
    index('associations_condo_id_idx').on(table.condo_id, table.apartment_id),
    index('associations_residents_idx')
      .on(table.apartment_id, table.since, table.until)
      .where(sql`${table.role} in ('owner', 'renter')`),
    index('associations_managers_idx')
      .on(table.condo_id, table.since, table.until)
      .where(sql`${table.role} = 'building_manager'`),
  ],
);

/** Invitations. They are deleted with their building or apartment. */
export const invitations = pgTable(
  'invitations',
  {
    id: recordId(),
    /** Null for a person without an address, who gets a letter and types one. */
    email: text(),
    /** A person without an account whom an administrator has entered. Accepting makes their account. */
    user_id: ownedBy(() => users.id),
    role: text().notNull(),
    /** First day of the association that accepting creates. */
    since: date({ mode: 'string' }),
    condo_id: ownedBy(() => condos.id).notNull(),
    apartment_id: integer(),
    status: text().notNull().default('pending'),
    /** End of the newest link. */
    expires_at: instantColumn().notNull(),
    invited_by: integer().references(() => users.id, { onDelete: 'set null' }),
    /** Language of the invitation's mails. */
    language: text(),
    created_at: createdAt(),
    accepted_at: instantColumn(),
    /** Time of the last requested mail, from which the resend cooldown counts. */
    last_sent_at: createdAt(),
    /** Number of reminders. */
    reminders: integer().notNull().default(0),
    /** State of the mail. "none" means that no mail was sent so far. */
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
    check(
      'invitations_mail_state_check',
      sql`${table.mail_state} in ('queued', 'sent', 'failed', 'none')`,
    ),
    check(
      'invitations_email_check',
      sql`${table.email} is not null or ${table.user_id} is not null`,
    ),
    uniqueIndex('invitations_pending_user_unique')
      .on(table.user_id, table.condo_id, sql`coalesce(${table.apartment_id}, 0)`)
      .where(sql`${table.status} = 'pending' and ${table.email} is null`),
    uniqueIndex('invitations_pending_unique')
      .on(sql`lower(${table.email})`, table.condo_id, sql`coalesce(${table.apartment_id}, 0)`)
      .where(sql`${table.status} = 'pending'`),
    index('invitations_pending_idx')
      .on(table.created_at, table.id)
      .where(sql`${table.status} = 'pending'`),
    index('invitations_user_id_idx')
      .on(table.user_id)
      .where(sql`${table.user_id} is not null`),
    index('invitations_condo_id_idx').on(table.condo_id, table.apartment_id),
  ],
);

/**
 * Links of invitations, and codes of letters. Old ones are kept for a while, so that a person who opens one
 * learns why it no longer works.
 */
export const invitationLinks = pgTable(
  'invitation_links',
  {
    /** SHA-256 (base64url) of a link's token, or the slow hash of a letter's code. */
    token_hash: text().primaryKey(),
    /** A "letter" has a code instead of a link. A "code" link is made when that code is typed. */
    kind: text({ enum: ['mail', 'letter', 'code'] })
      .notNull()
      .default('mail'),
    /** No foreign key: a link outlives its invitation, whose id is never reused. Null in older rows. */
    invitation_id: integer(),
    expires_at: instantColumn().notNull(),
    /** Set when a mail with a newer link was sent, or a letter has ended. */
    replaced_at: instantColumn(),
    created_at: createdAt(),
  },
  (table) => [
    index('invitation_links_invitation_idx').on(table.invitation_id),
    index('invitation_links_expires_at_idx').on(table.expires_at),
  ],
);
