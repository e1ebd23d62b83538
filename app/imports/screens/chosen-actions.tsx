import { useState, type ReactNode } from 'react';
import { lazyPart } from '~/kit/feedback/lazy-part';
import type { OwnAction } from '~/kit/selection/batch-action';
import type { Choice } from '~/kit/selection/selection';
import type { ExportList } from '~/imports/export';
import type { ReviewType } from '~/imports/row-error';
import { t } from '~/language/texts';

const EditPart = lazyPart(() => import('./edit-chosen'));
const ExportPart = lazyPart(() => import('./export-dialog'));

export const CHOSEN_LISTS = ['condos', 'apartments', 'users', 'invitations'] as const;

/** Kinds of records of which a field of several can be changed. */
const EDITED: Readonly<Partial<Record<ExportList, ReviewType>>> = {
  condos: 'condo',
  apartments: 'apartment',
};

/** "Edit..." and "Export selected" for the chosen records of a list, and the dialog that is open. */
export function useChosenActions(list: (typeof CHOSEN_LISTS)[number]): {
  actions: readonly OwnAction[];
  dialog: ReactNode;
} {
  const type = EDITED[list];
  const [opened, setOpened] = useState<{ edits: boolean; choices: readonly Choice[] } | null>(null);
  const onClose = () => setOpened(null);
  const action = (label: string, edits: boolean): OwnAction => ({
    label,
    onPress: (choices) => setOpened({ edits, choices }),
  });
  return {
    actions: [...(type ? [action(t`Edit...`, true)] : []), action(t`Export selected`, false)],
    dialog: (
      <>
        {type && (
          <EditPart open={opened?.edits === true} onClose={onClose}>
            {({ EditChosen }) =>
              opened?.edits && <EditChosen type={type} choices={opened.choices} onClose={onClose} />
            }
          </EditPart>
        )}
        <ExportPart open={opened?.edits === false} onClose={onClose}>
          {({ ExportDialog }) =>
            opened?.edits === false && (
              <ExportDialog
                open
                // Without filters: what was chosen may not be shown any more.
                of={[{ list, query: {} }]}
                ids={opened.choices.map(({ id }) => id)}
                onClose={onClose}
              />
            )
          }
        </ExportPart>
      </>
    ),
  };
}
