import { instant, requiredText } from '~/fields/field';
import { z } from '~/fields/zod';
import { rule } from '~/language/rules';

/* Tokens for scripts (docs/behaviour/account.md, "API tokens"). */

/** Prefix of tokens for scripts, so that scanners recognise a leaked one. Session tokens never have it. */
export const API_TOKEN_PREFIX = 'condoadmin_';

/** True for a token for scripts, by its prefix, which is no secret. */
export function isForScripts(bearer: string): boolean {
  return bearer.startsWith(API_TOKEN_PREFIX);
}

/** Scopes of a token. None of them reaches accounts or administrators, or exports or erases a person. */
export const API_TOKEN_SCOPES = ['read', 'propose', 'write'] as const;
export type ApiTokenScope = (typeof API_TOKEN_SCOPES)[number];
export const API_TOKEN_SCOPE_LABELS = {
  read: 'Read',
  propose: 'Propose',
  write: 'Write',
} as const satisfies Record<ApiTokenScope, string>;
const scope = z.enum(API_TOKEN_SCOPES);

export const API_TOKENS_LIMIT = 20;
const NAME_LIMIT_CHARS = 60;
const LONGEST_LIFE_DAYS = 366;

/** A token as its owner sees it: never the token itself. */
export const apiTokenSchema = z
  .object({
    id: z.int(),
    name: z.string(),
    scope,
    /** False removes e-mail addresses, phones and notes from everything that the token reads. */
    personal_data: z.boolean().default(false),
    created_at: instant,
    /** Time of the last use, to the minute; null for a token that was never used. */
    last_used_at: instant.nullable(),
    expires_at: instant,
  })
  .meta({ id: 'ApiToken' });
export type ApiToken = z.infer<typeof apiTokenSchema>;

export const newApiTokenSchema = z
  .object({
    name: requiredText('Name', NAME_LIMIT_CHARS),
    scope,
    personal_data: z.boolean().optional(),
    lifetime_days: z
      .int(rule('lifetime_whole'))
      .min(1, rule('lifetime_short'))
      .max(LONGEST_LIFE_DAYS, rule('lifetime_long', { max: LONGEST_LIFE_DAYS })),
  })
  .meta({ id: 'NewApiToken' });
export type NewApiToken = z.infer<typeof newApiTokenSchema>;

/** The answer to a new token: the only one that contains it. */
export const createdApiTokenSchema = apiTokenSchema
  .extend({ token: z.string() })
  .meta({ id: 'CreatedApiToken' });
