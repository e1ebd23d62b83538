import { Gauge } from 'prom-client';
import { metrics } from '~/lib/metrics.server';
import type { EmbeddedApi } from '../api/embedded.server';

/** Connections and queued mails of the embedded API, read when the metrics are requested. */
export function measureApi(api: EmbeddedApi): void {
  metrics.removeSingleMetric('database_pool_connections');
  metrics.removeSingleMetric('mail_queue_mails');
  const connections = new Gauge({
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
  });
  connections.reset();
  const mails = new Gauge({
    name: 'mail_queue_mails',
    help: 'Invitation mails not sent yet, of all processes; NaN while the database does not respond',
    registers: [metrics],
    async collect() {
      this.set(await api.queuedMails().catch(() => Number.NaN));
    },
  });
  mails.reset();
}
