import { useState, type ReactNode } from 'react';
import { lazyPart } from '~/kit/feedback/lazy-part';
import type { OwnAction } from '~/kit/selection/batch-action';
import type { Choice } from '~/kit/selection/selection';
import type { ExportList } from '~/imports/export';
import type { ExportRequest } from '~/imports/export-schemas';
import type { ReviewType } from '~/imports/row-error';
import { t } from '~/language/texts';

const EditPart = lazyPart(() => import('./edit-chosen'));
const ExportPart = lazyPart(() => import('./export-dialog'));

/** The lists without filters: what was chosen may not be shown any more. */
export const WHOLE_LISTS = {
  condos: { list: 'condos', query: {} },
  apartments: { list: 'apartments', query: {} },
  users: { list: 'users', query: {} },
  invitations: { list: 'invitations', query: {} },
} as const satisfies Partial<Record<ExportList, ExportRequest['of']>>;

/** Kinds of records of which a field of several can be changed. */
const EDITED: Readonly<Partial<Record<ExportList, ReviewType>>> = {
  condos: 'condo',
  apartments: 'apartment',
};

/** "Edit..." and "Export selected" for the chosen records of a list, and the dialog that is open. */
export function useChosenActions(list: keyof typeof WHOLE_LISTS): {
  actions: readonly OwnAction[];
  dialog: ReactNode;
} {
  const type = EDITED[list];
  const [editing, setEditing] = useState<readonly Choice[] | null>(null);
  const [exporting, setExporting] = useState<readonly Choice[] | null>(null);
  const stopEditing = () => setEditing(null);
  const stopExporting = () => setExporting(null);
  const edit = { label: t`Edit...`, onPress: setEditing };
  return {
    actions: [...(type ? [edit] : []), { label: t`Export selected`, onPress: setExporting }],
    dialog: (
      <>
        {type && (
          <EditPart open={editing !== null} onClose={stopEditing}>
            {({ EditChosen }) =>
              editing && <EditChosen type={type} choices={editing} onClose={stopEditing} />
            }
          </EditPart>
        )}
        <ExportPart open={exporting !== null} onClose={stopExporting}>
          {({ ExportDialog }) =>
            exporting && (
              <ExportDialog
                open
                of={[WHOLE_LISTS[list]]}
                ids={exporting.map(({ id }) => id)}
                onClose={stopExporting}
              />
            )
          }
        </ExportPart>
      </>
    ),
  };
}
