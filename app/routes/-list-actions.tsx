import type { ComponentProps } from 'react';
import { ExportButton } from '~/features/export/export-button';
import { SavedViewsButton } from '~/features/views/saved-views-button';

/** What every list has at its heading besides its own button: saved views, and the list as a file. */
export function ListActions(props: ComponentProps<typeof ExportButton>) {
  return (
    <>
      <SavedViewsButton />
      <ExportButton {...props} />
    </>
  );
}
