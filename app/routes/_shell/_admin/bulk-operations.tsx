import { createFileRoute } from '@tanstack/react-router';
import { BulkPage } from '~/features/bulk/bulk-page';

export const Route = createFileRoute('/_shell/_admin/bulk-operations')({
  head: () => ({ meta: [{ title: 'Bulk Operations · Condo Admin' }] }),
  component: BulkPage,
});
