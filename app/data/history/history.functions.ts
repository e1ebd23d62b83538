import { createServerFn } from '@tanstack/react-start';
import { historyFilterSchema, historyQuerySchema } from '~/contract/history-schemas';
import { streamToBrowser } from '../answer';
import { validated } from '../validated';
import { withUpstream } from '../with-upstream';
import { exportHistory, listHistory } from './history.server';

export const listHistoryFn = createServerFn({ method: 'GET' })
  .middleware([withUpstream])
  .validator(validated(historyQuerySchema))
  .handler(async ({ context, data }) => streamToBrowser(await listHistory(context.upstream, data)));

export const exportHistoryFn = createServerFn({ method: 'GET' })
  .middleware([withUpstream])
  .validator(validated(historyFilterSchema))
  .handler(async ({ context, data }) => {
    const { body } = await exportHistory(context.upstream, data);
    const headers = { 'content-type': 'text/csv; charset=utf-8', 'cache-control': 'no-store' };
    return new Response(body, { headers });
  });
