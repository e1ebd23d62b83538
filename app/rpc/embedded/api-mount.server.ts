import { HTTP_NOT_FOUND } from '~/rpc/errors/http-status';
import { clientAddress } from '~/platform/http/proxy.server';
import { getSettings } from '~/platform/settings.server';
import { FORM_LIMIT_BYTES, withBodyLimits } from '~/platform/http/body-limits.server';
import { compress } from '~/platform/http/compress.server';
import { Gauge } from 'prom-client';
import { metrics } from '~/platform/metrics.server';
import type { EmbeddedApi } from './embedded.server';
import type { Operations } from '~/platform/jobs/operations.repo';

/**
 * Answers /api before the framework (docs/decisions/0001). In development the framework's route does, since
 * it reloads code.
 */
export async function answerApi(request: Request): Promise<Response | null> {
  if (import.meta.env.DEV || !new URL(request.url).pathname.startsWith('/api/')) return null;
  return compress(request, await handleApiRequest(request));
}

/** Answers a request to /api by the embedded API, or with 404 if an external API is used. */
export async function handleApiRequest(request: Request): Promise<Response> {
  if (getSettings().apiBaseUrl)
    return Response.json({ detail: 'Not found' }, { status: HTTP_NOT_FOUND });
  const { getEmbeddedApi } = await import('./embedded.server');
  const api = await getEmbeddedApi();
  const address = clientAddress(request.headers, connectionAddress(request));
  return withBodyLimits(request, FORM_LIMIT_BYTES, (limited) => api.fetch(limited, { address }));
}

/** The connection's remote address; undefined if the server does not provide it. */
function connectionAddress(request: Request): string | undefined {
  return 'ip' in request && typeof request.ip === 'string' ? request.ip : undefined;
}

/**
 * Adds the embedded API's connections, queued mails and backups to the metrics, which read them on request.
 */
export function measureApi(api: EmbeddedApi): void {
  metrics.removeSingleMetric('database_pool_connections');
  new Gauge({
    name: 'database_pool_connections',
    help: 'Connections of this process to the database; "waiting" counts requests for one',
    labelNames: ['state'],
    registers: [metrics],
    collect() {
      const { total, idle, waiting } = api.connections();
      this.set({ state: 'busy' }, total - idle);
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'waiting' }, waiting);
    },
  }).reset();
  const ofDatabase = (name: string, help: string, read: (operations: Operations) => number) => {
    metrics.removeSingleMetric(name);
    new Gauge({
      name,
      help: `${help}; NaN while the database does not respond`,
      registers: [metrics],
      async collect() {
        this.set(await api.operations().then(read, () => Number.NaN));
      },
    }).reset();
  };
  ofDatabase('mail_queue_mails', 'Mails not sent yet, of all processes', ({ mails }) => mails);
  ofDatabase(
    'mail_queue_oldest_age_seconds',
    'Time since the oldest mail that is not sent yet was queued',
    (operations) => operations.oldest_mail_age_seconds,
  );
  ofDatabase(
    'backup_age_seconds',
    'Time since the moment that the last good backup shows, +Inf without one',
    (operations) => operations.backup_age_seconds ?? Number.POSITIVE_INFINITY,
  );
}
