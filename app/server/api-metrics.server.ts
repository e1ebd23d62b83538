import { Gauge } from 'prom-client';
import { metrics } from '~/lib/metrics.server';
import type { EmbeddedApi } from '../api/embedded.server';

/** Connections and queued mails of the embedded API, read when somebody asks for the figures. */
export function measureApi(api: EmbeddedApi): void {
  metrics.removeSingleMetric('database_pool_connections');
  metrics.removeSingleMetric('mail_queue_mails');
  const connections = new Gauge({
    name: 'database_pool_connections',
    help: 'Connections of this process to the database; "waiting" are requests for one',
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
    help: 'Invitation mails that are not out yet, of all processes; NaN while the database does not answer',
    registers: [metrics],
    async collect() {
      this.set(await api.queuedMails().catch(() => Number.NaN));
    },
  });
  mails.reset();
}
