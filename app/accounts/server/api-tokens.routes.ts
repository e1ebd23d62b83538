import { API_TOKEN_PREFIX, API_TOKEN_SCOPE_LABELS, API_TOKENS_LIMIT } from '~/accounts/api-tokens';
import { apiTokenCalls } from '~/accounts/account-calls';
import { administratorOf, requireRecentSignIn } from './auth-middleware';
import { hasSecondFactor, lockAccount } from './factors.repo';
import { deleteApiToken, insertApiToken, listApiTokens } from './api-tokens.repo';
import { createToken } from './tokens';
import { recordChange, recordEvent } from '~/platform/database/record-change';
import type { ApiDeps } from '~/rpc/embedded/deps';
import { conflict, invalidField, notFound } from '~/rpc/embedded/api-error';
import { createRouter } from '~/rpc/embedded/router';
import { serveCalls } from '~/rpc/embedded/serve-calls';
import { sentence } from '~/language/sentence';

const DAY_MS = 24 * 60 * 60_000;

export function apiTokenRoutes(deps: ApiDeps) {
  const { db, clock, settings } = deps;
  return serveCalls(
    createRouter(),
    apiTokenCalls,
    {
      list: (c) => listApiTokens(db, c.get('session').userId, clock()),
      /**
       * Makes a token.
       * @throws ApiError 409 for too many tokens, or if a second factor is required and the account has
       * only the provider's, which proves nothing about the token's holder; 422 for a name that another
       * token of the account has
       */
      async create(c) {
        const { lifetime_days, personal_data = false, ...values } = c.req.valid('json');
        const actor = administratorOf(c);
        const { userId } = actor;
        const now = clock();
        const token = API_TOKEN_PREFIX + createToken();
        const expires_at = new Date(now.getTime() + lifetime_days * DAY_MS);
        return recordChange(db, { actor, action: 'token_created' }, async (tx) => {
          await lockAccount(tx, userId);
          if (settings.requireSecondFactor && !(await hasSecondFactor(tx, userId))) {
            throw conflict('token_needs_factor');
          }
          if ((await listApiTokens(tx, userId, now)).length >= API_TOKENS_LIMIT) {
            throw conflict(sentence('too_many_tokens', { max: API_TOKENS_LIMIT }));
          }
          const stored = { ...values, personal_data, user_id: userId, token, expires_at };
          const created = await insertApiToken(tx, stored, now);
          if (!created) throw invalidField('name', 'token_name_taken');
          const recorded = {
            token: values.name,
            scope: API_TOKEN_SCOPE_LABELS[values.scope],
            ...(personal_data && { personal_data: 'true' }),
          };
          await recordEvent(tx, 'token_created', { kind: 'user', id: userId }, recorded);
          return { ...created, token };
        });
      },
      /** Revokes a token. @throws ApiError 404, also for another person's token */
      async revoke(c) {
        const actor = administratorOf(c);
        const record = { kind: 'user', id: actor.userId } as const;
        await recordChange(db, { actor, action: 'token_revoked' }, async (tx) => {
          const revoked = await deleteApiToken(tx, record.id, c.req.valid('param').id);
          if (!revoked) throw notFound('API token');
          await recordEvent(tx, 'token_revoked', record, { token: revoked.name });
        });
      },
    },
    { middleware: requireRecentSignIn(deps), except: ['list', 'revoke'] },
  );
}
