import type { ComponentProps } from 'react';
import { ExportButton } from '~/features/export/export-button';
import { SavedViewsButton } from '~/features/views/saved-views-button';

/** Actions that all lists have: saved views, and the export. */
export function ListActions(props: ComponentProps<typeof ExportButton>) {
  return (
    <>
      <SavedViewsButton />
      <ExportButton {...props} />
    </>
  );
}
