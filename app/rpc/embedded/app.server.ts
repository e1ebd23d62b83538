import { OpenAPIHono } from '@hono/zod-openapi';
import { routePath } from 'hono/route';
import { mapNames } from '~/fields/fields';
import { VALUE_LABELS } from '~/language/sentences';
import { setRouteLabel } from '~/platform/request-context.server';
import { apiTokenRoutes } from '~/accounts/server/api-tokens.routes';
import { accountRoutes, reauthenticationRoutes } from '~/accounts/server/account.routes';
import { factorRoutes } from '~/accounts/server/factors';
import { acceptanceRoutes } from '~/invitations/server/acceptance.routes';
import { administratorRoutes } from '~/accounts/server/administrators';
import { occupancyRoutes } from '~/apartments/server/occupancy';
import { apartmentRoutes } from '~/apartments/server/routes';
import { associationRoutes, condoTenancyRoutes } from '~/users/server/associations';
import { requireAdmin } from '~/accounts/server/auth-middleware';
import { createProviderDesk } from '~/accounts/server/provider/provider-desk';
import {
  confirmationRoutes,
  identityRoutes,
  providerRoutes,
} from '~/accounts/server/provider/provider.routes';
import { authRoutes } from '~/accounts/server/auth.routes';
import { requireSecondFactor } from '~/accounts/server/second-factor';
import { createCallQueue } from '~/accounts/server/call-queue';
import { limitUnknownLinks } from '~/accounts/server/unknown-links';
import { bulkRoutes } from '~/imports/server/bulk.routes';
import { condoRoutes } from '~/condos/server/routes';
import { dashboardRoutes } from '~/dashboard/server/routes';
import { withTimeLimit } from '~/platform/database/time-limits.server';
import type { ApiDeps, ApiSettings } from './deps';
import { createDocument, docsRoutes } from './docs.routes';
import { createErrorHandler, createFallback } from './error-handler';
import { createRouter, limitLargeForms, type ApiEnv, type Caller } from './router';
import { historyRoutes } from '~/history/server/routes';
import { letterRoutes } from '~/invitations/server/letters';
import { invitationRoutes, inviteRoutes, reminderRoutes } from '~/invitations/server/routes';
import { createListAnswers } from './answer-list';
import { mcpRoutes, requireOwnOrigin } from './mcp/mcp.routes';
import { mediaRoutes } from './media.routes';
import { leaveOutPersonalData } from './personal-data';
import { serveCalls } from './serve-calls';
import { moveRoutes, portfolioCheckRoutes } from '~/checks/server/routes';
import { proposalRoutes } from '~/proposals/server/routes';
import { CAPABILITIES, capabilityCalls } from '~/rpc/service-calls';
import { savedViewRoutes } from '~/search/server/views';
import { userRoutes, personalDataRoutes } from '~/users/server/users.routes';

/** Database time for one call. With 5 s for a connection, every call is answered within 30 s. */
const CALL_LIMIT_MS = 25_000;

/** The embedded API as a function from request to response. It does not depend on servers and ports. */
export interface Api {
  /**
   * Answers a request; never rejects. `caller.address` is the client's network address, by which sign-in
   * limits count.
   */
  fetch(request: Request, caller?: Caller): Promise<Response>;
}

interface ApiOptions {
  callLimitMs?: number;
  listBatchRows?: number;
}

/** Creates the calls of the wire contract and of docs/behaviour/embedded-api.md on a database, below /api. */
export function createApi(deps: ApiDeps, options: ApiOptions = {}): Api {
  const app = createApp(deps, options);
  return { fetch: async (request, caller = {}) => app.fetch(request, caller) };
}

export function createApp(
  deps: ApiDeps,
  { callLimitMs = CALL_LIMIT_MS, listBatchRows }: ApiOptions = {},
) {
  const app = new OpenAPIHono<ApiEnv>().basePath('/api');
  app.use((c, next) => {
    setRouteLabel(routePath(c, -1));
    return next();
  });
  app.use((_c, next) => withTimeLimit(callLimitMs, next));
  app.onError(createErrorHandler(deps.log));

  const signIns = createCallQueue(VALUE_LABELS.sign_ins);
  const limitLinks = limitUnknownLinks(deps.db);

  // Public routes are mounted before the middleware that requires a token.
  const provider = createProviderDesk(deps);
  app.route('/auth/provider', providerRoutes(deps, provider));
  app.route('/auth', authRoutes(deps, signIns, limitLinks));
  app.route('/capabilities', capabilitiesRoutes(deps.settings));
  app.route('/media', mediaRoutes(deps));
  app.route('/invitations/accept', acceptanceRoutes(deps, signIns, limitLinks, provider));
  app.route('/docs', docsRoutes());
  let document: ReturnType<typeof createDocument> | undefined;
  app.get('/openapi.json', (c) => c.json((document ??= createDocument(app))));

  app.use('/mcp/*', requireOwnOrigin(deps.settings), requireAdmin(deps), requireSecondFactor(deps));
  app.route(
    '/mcp',
    mcpRoutes(deps, (request, caller) => app.fetch(request, caller)),
  );

  app.use('/admin/*', requireAdmin(deps));
  app.use('/admin/*', leaveOutPersonalData());
  app.use('/admin/*', limitLargeForms());
  // Accounts without a second factor may use these, so they are mounted before the middleware that requires
  // one.
  app.route('/admin/account/factors', factorRoutes(deps));
  app.route('/admin/account/reauthentication', reauthenticationRoutes(deps, signIns));
  app.route('/admin/account/reauthentication/provider', confirmationRoutes(provider));
  app.use('/admin/*', requireSecondFactor(deps));
  app.route('/admin/account/api-tokens', apiTokenRoutes(deps));
  app.route('/admin/account/identities', identityRoutes(deps, provider));
  app.route('/admin/account', accountRoutes(deps, signIns));
  app.route('/admin/administrators', administratorRoutes(deps));
  app.route('/admin/history', historyRoutes(deps));
  app.route('/admin/dashboard-stats', dashboardRoutes(deps));
  const answerList = createListAnswers(deps, listBatchRows);
  // Adds routes to the building's router: both are below /admin/condos.
  app.route('/admin/condos', condoTenancyRoutes(condoRoutes(deps, answerList), deps));
  app.route('/admin/apartments', apartmentRoutes(deps, answerList));
  app.route('/admin/occupancy', occupancyRoutes(deps));
  app.route('/admin/users', userRoutes(deps));
  app.route('/admin/portfolio-check', portfolioCheckRoutes(deps));
  app.route('/admin/moves', moveRoutes(deps));
  app.route('/admin/proposals', proposalRoutes(deps));
  app.route('/admin/saved-views', savedViewRoutes(deps));
  app.route('/admin/personal-data', personalDataRoutes(deps));
  app.route('/admin/user-condo-associations', associationRoutes(deps));
  app.route('/admin/invite-user', inviteRoutes(deps));
  app.route('/admin/invitations/letters', letterRoutes(deps));
  app.route('/admin/invitations/reminders', reminderRoutes(deps));
  app.route('/admin/invitations', invitationRoutes(deps, answerList));
  for (const [path, routes] of Object.entries(bulkRoutes(deps))) {
    app.route(`/admin/${path}`, routes);
  }

  app.notFound(createFallback(app));
  return app;
}

/** The public list of capabilities. Only passkeys depend on the settings. */
function capabilitiesRoutes({ relyingParty }: ApiSettings) {
  const hasPasskeys = relyingParty !== undefined;
  const offered = mapNames(CAPABILITIES, (name) => name !== 'passkeys' || hasPasskeys);
  return serveCalls(createRouter(), capabilityCalls, { get: () => offered });
}
