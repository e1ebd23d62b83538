import { useLanguage } from '~/language/use-language';
import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { Upload } from 'lucide-react';
import { BulkPage } from '~/imports/screens/bulk-page';
import { bulkSearch } from '~/imports/search';
import { msg, t } from '~/language/texts';

export const Route = createFileRoute('/_shell/_admin/bulk-operations')({
  validateSearch: bulkSearch.validate,
  search: { middlewares: [stripSearchParams(bulkSearch.defaults)] },
  staticData: {
    asks: 'review',
    menu: { label: msg`Bulk Operations`, icon: Upload, position: 5, letter: 'o' },
    pending: () => ({ heading: msg`Bulk Operations` }),
  },
  head: () => ({ meta: [{ title: `${t`Bulk Operations`} · Condo Admin` }] }),
  component: BulkRoute,
});

function BulkRoute() {
  useLanguage();
  const search = bulkSearch.read(Route.useSearch());
  // The key starts the flow again when the search params change.
  return <BulkPage key={`${search.type} ${search.condo_id}`} {...search} />;
}
