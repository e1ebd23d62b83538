import type { ComponentProps, ReactNode } from 'react';
import { useChosenActions } from '~/imports/screens/chosen-actions';
import { ExportButton } from '~/imports/screens/export-button';
import type { ListPageProps } from '~/kit/list/list-screen';
import { SavedViewsButton } from '~/search/screens/saved-views-button';

type ExportProps = ComponentProps<typeof ExportButton>;

interface ListRouteProps<Query> extends Pick<ExportProps, 'countRows'> {
  page: (props: ListPageProps<Query>) => ReactNode;
  query: Query;
  /** The list to export, with its filters and its sort. */
  of: Exclude<ExportProps['of'][number], { list: 'residents' }>;
  matched?: Parameters<typeof useChosenActions>[1];
}

/** A list with the parts that all lists have: saved views, the export, and actions on chosen records. */
export function ListRoute<Query>(props: ListRouteProps<Query>) {
  const { page: Page, query, of, matched, countRows } = props;
  const chosen = useChosenActions(of.list, matched);
  return (
    <>
      <Page
        query={query}
        {...chosen.ofChosen}
        exporting={
          <>
            <SavedViewsButton />
            <ExportButton of={[of]} countRows={countRows} />
          </>
        }
      />
      {chosen.dialog}
    </>
  );
}
