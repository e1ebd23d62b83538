import type { ComponentProps } from 'react';
import { ExportButton } from '~/imports/screens/export-button';
import { SavedViewsButton } from '~/search/screens/saved-views-button';

/** Actions that all lists have: saved views, and the export. */
export function ListActions(props: ComponentProps<typeof ExportButton>) {
  return (
    <>
      <SavedViewsButton />
      <ExportButton {...props} />
    </>
  );
}
