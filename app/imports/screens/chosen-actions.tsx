import { exportAsks } from '~/accounts/rights';
import { useState, type ReactNode } from 'react';
import { lazyPart } from '~/kit/feedback/lazy-part';
import type { OwnAction } from '~/kit/selection/batch-action';
import type { Choice } from '~/kit/selection/selection';
import type { ListPageProps } from '~/kit/list/list-screen';
import type { ExportList } from '~/imports/export';
import type { ExportRequest } from '~/imports/export-schemas';
import type { EditedType } from '~/imports/row-error';
import { apiKind } from '~/rpc/api-kind';
import { t } from '~/language/texts';

const EditPart = lazyPart(() => import('./edit-chosen'));
const ExportPart = lazyPart(() => import('./export-dialog'));

/** Kinds of records of which one field can be changed for several at once. */
const EDITED: Readonly<Partial<Record<ExportList, EditedType>>> = {
  condos: 'condo',
  apartments: 'apartment',
  users: 'user',
};

/** A paged list with its filters. Its rows are read by id, without a sort, so that none is missed. */
type Matched = Extract<ExportRequest['of'], { list: 'apartments' | 'users' }>;

/**
 * "Edit..." and "Export selected" for the chosen records of a list, and the open dialog. "Select all that
 * match" reads `matched`.
 */
export function useChosenActions(
  list: Exclude<ExportList, 'residents'>,
  matched?: Matched,
): { ofChosen: Pick<ListPageProps<unknown>, 'chosenActions' | 'readMatching'>; dialog: ReactNode } {
  const edited = EDITED[list];
  // Only the embedded API supports edited exports of people.
  const type = apiKind().isEmbedded || edited !== 'user' ? edited : undefined;
  const [opened, setOpened] = useState<{ edits: boolean; choices: readonly Choice[] } | null>(null);
  const onClose = () => setOpened(null);
  const action = (label: string, asks: OwnAction['asks'], edits: boolean): OwnAction => ({
    label,
    asks,
    ...(edits && { shortcut: 'e' as const }),
    onPress: (choices) => setOpened({ edits, choices }),
  });
  return {
    ofChosen: {
      chosenActions: [
        ...(type ? [action(t`Edit...`, 'propose', true)] : []),
        action(t`Export selected`, exportAsks(list), false),
      ],
      readMatching:
        matched &&
        (async ({ signal, onProgress }) => {
          const { readNames } = await import('~/imports/export-list');
          return readNames(matched, { signal, onProgress: ({ rows }) => onProgress(rows) });
        }),
    },
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
                // No filters, since chosen records may not match them any more.
                of={[{ list, query: {} }]}
                choices={opened.choices}
                onClose={onClose}
              />
            )
          }
        </ExportPart>
      </>
    ),
  };
}
