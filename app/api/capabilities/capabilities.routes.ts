import { createRoute } from '@hono/zod-openapi';
import { capabilitiesSchema } from '~/contract/error';
import type { ApiSettings } from '../deps';
import { json } from '../http/openapi';
import { createRouter } from '../http/router';

const capabilitiesRoute = createRoute({
  method: 'get',
  path: '/',
  tags: ['Service'],
  summary: 'What this API offers beyond the wire contract',
  responses: { 200: json(capabilitiesSchema, 'An external API has no such call') },
});

/** Public: the panel asks before the sign-in. */
export function capabilitiesRoutes({ relyingParty }: ApiSettings) {
  return createRouter().openapi(capabilitiesRoute, (c) =>
    c.json(
      {
        invitation_mail_state: true,
        invitation_expiry: true,
        logout: true,
        bulk_imports: true,
        bulk_review: true,
        account: true,
        administrators: true,
        password_reset: true,
        second_factor: true,
        passkeys: relyingParty !== undefined,
        history: true,
        personal_data: true,
        restore: true,
        portfolio_check: true,
      },
      200,
    ),
  );
}
