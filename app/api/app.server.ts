import { OpenAPIHono } from '@hono/zod-openapi';
import { routePath } from 'hono/route';
import { VALUE_LABELS } from '~/contract/sentences';
import { setRouteLabel } from '~/lib/request-context.server';
import { apiTokenRoutes } from './account/api-tokens.routes';
import { accountRoutes, reauthenticationRoutes } from './account/account.routes';
import { factorRoutes } from './account/factors.routes';
import { acceptanceRoutes } from './acceptance/acceptance.routes';
import { administratorRoutes } from './administrators/administrators.routes';
import { apartmentRoutes } from './apartments/apartments.routes';
import { associationRoutes } from './associations/associations.routes';
import { requireAdmin, requireSession } from './auth/auth-middleware';
import { createProviderDesk } from './auth/provider/provider-desk';
import {
  confirmationRoutes,
  identityRoutes,
  providerRoutes,
} from './auth/provider/provider.routes';
import { authRoutes } from './auth/auth.routes';
import { requireSecondFactor } from './auth/second-factor';
import { createCallQueue } from './auth/call-queue';
import { limitUnknownLinks } from './auth/unknown-links';
import { bulkRoutes } from './bulk/bulk.routes';
import { capabilitiesRoutes } from './capabilities/capabilities.routes';
import { condoRoutes } from './condos/condos.routes';
import { dashboardRoutes } from './dashboard/dashboard.routes';
import { toDatabaseUnavailable } from './db/errors';
import { withTimeLimit } from './db/time-limits.server';
import type { ApiDeps } from './deps';
import { createDocument, docsRoutes } from './docs/docs.routes';
import { createErrorHandler, type Dependency } from './http/error-handler';
import { createFallback } from './http/method-fallback';
import type { ApiEnv, Caller } from './http/router';
import { historyRoutes } from './history/history.routes';
import { invitationRoutes, inviteRoutes } from './invitations/invitations.routes';
import { limitLargeForms } from './large-forms';
import { createListAnswers } from './lists/answer-list';
import { toMediaUnavailable } from './media/media-store';
import { mediaRoutes } from './media/media.routes';
import { personalDataRoutes } from './personal-data/personal-data.routes';
import { portfolioCheckRoutes } from './portfolio-check/portfolio-check.routes';
import { userRoutes } from './users/users.routes';

/** Database time for one call: with 5 s for a connection it is answered within 30 s. */
const CALL_LIMIT_MS = 25_000;

const DEPENDENCIES: readonly Dependency[] = [
  {
    toUnavailable: toMediaUnavailable,
    logLevel: 'warn',
    logMessage: 'The image store is unavailable',
  },
  {
    toUnavailable: toDatabaseUnavailable,
    logLevel: 'error',
    logMessage: 'The database is unavailable for a call',
  },
];

/** The embedded API as a function from request to response; it does not depend on servers and ports. */
export interface Api {
  /** `caller.address` is the client's network address, which sign-in limits count by. Never rejects. */
  fetch(request: Request, caller?: Caller): Promise<Response>;
}

interface ApiOptions {
  callLimitMs?: number;
  listBatchRows?: number;
}

/** The wire contract (docs/behaviour/wire-contract.md) on a database, below /api. */
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
  app.onError(createErrorHandler(deps.log, DEPENDENCIES));

  const signIns = createCallQueue(VALUE_LABELS.sign_ins);
  const limitLinks = limitUnknownLinks(deps.db);

  // Public: mounted before the middleware that requires a token.
  const provider = createProviderDesk(deps);
  app.route('/auth/provider', providerRoutes(deps, provider));
  app.route('/auth', authRoutes(deps, signIns, limitLinks));
  app.route('/capabilities', capabilitiesRoutes(deps.settings));
  app.route('/media', mediaRoutes(deps));
  app.route('/invitations/accept', acceptanceRoutes(deps, signIns, limitLinks, provider));
  app.route('/docs', docsRoutes());
  let document: ReturnType<typeof createDocument> | undefined;
  app.get('/openapi.json', (c) => c.json((document ??= createDocument(app))));

  app.use('/admin/*', requireAdmin(deps));
  for (const path of ['account', 'administrators', 'personal-data']) {
    app.use(`/admin/${path}/*`, requireSession);
  }
  app.use('/admin/*', limitLargeForms());
  // Open to accounts without a second factor yet: mounted before the middleware that requires one.
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
  app.route('/admin/condos', condoRoutes(deps, answerList));
  app.route('/admin/apartments', apartmentRoutes(deps, answerList));
  app.route('/admin/users', userRoutes(deps));
  app.route('/admin/portfolio-check', portfolioCheckRoutes(deps));
  app.route('/admin/personal-data', personalDataRoutes(deps));
  app.route('/admin/user-condo-associations', associationRoutes(deps));
  app.route('/admin/invite-user', inviteRoutes(deps));
  app.route('/admin/invitations', invitationRoutes(deps, answerList));
  for (const [path, routes] of Object.entries(bulkRoutes(deps))) {
    app.route(`/admin/${path}`, routes);
  }

  app.notFound(createFallback(app));
  return app;
}
