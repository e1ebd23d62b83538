import { Gauge } from 'prom-client';
import { metrics } from '~/platform/metrics.server';
import type { EmbeddedApi } from './embedded.server';
import type { Operations } from '~/platform/jobs/operations.repo';

/** Connections, queued mails and backups of the embedded API, read when the metrics are requested. */
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
