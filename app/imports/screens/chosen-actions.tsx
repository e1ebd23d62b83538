import { useState, type ReactNode } from 'react';
import { lazyPart } from '~/kit/feedback/lazy-part';
import type { OwnAction } from '~/kit/selection/batch-action';
import type { Choice } from '~/kit/selection/selection';
import type { ExportRequest } from '~/imports/export-schemas';
import type { ReviewType } from '~/imports/row-error';
import { t } from '~/language/texts';

const EditPart = lazyPart(() => import('./edit-chosen'));
const ExportPart = lazyPart(() => import('./export-dialog'));

interface ChosenActionsProps {
  /** The whole list, of which the chosen records are exported. */
  of: ExportRequest['of'];
  /** Kind of the records, where a field of several can be changed. */
  type?: ReviewType;
}

/** "Edit..." and "Export selected" for the chosen records of a list, and the dialog that is open. */
export function useChosenActions({ of, type }: ChosenActionsProps): {
  actions: readonly OwnAction[];
  dialog: ReactNode;
} {
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
                of={[of]}
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
