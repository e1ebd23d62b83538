import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogWindow } from '~/components/ui/dialog';
import type { ExportList } from '~/contract/export';
import type { ExportRequest } from '~/contract/export-schemas';
import { msg, t, translate } from '~/lib/texts';
import { ExportForm, RadioGroup } from './export-form';

const LABELS: Readonly<Record<ExportList, string>> = {
  condos: msg`Buildings`,
  apartments: msg`Apartments`,
  users: msg`Users`,
  invitations: msg`Pending Invitations`,
  residents: msg`Residents`,
};

type Exports = readonly [ExportRequest['of'], ...ExportRequest['of'][]];

export interface ExportDialogProps {
  /** The list with the filters and the sort of its address, or several to choose from: the first is proposed. */
  of: Exports;
  /** How many rows the first list has by the answer that is shown; null where that is not known. */
  countRows?: ((client: QueryClient) => number | null | undefined) | undefined;
  open: boolean;
  onClose: () => void;
}

/** The file's format, then the export with its progress (docs/behaviour.md, "Exports"). Closing it cancels. */
export function ExportDialog({ of, countRows, open, onClose }: ExportDialogProps) {
  const [list, setList] = useState(of[0].list);
  const client = useQueryClient();
  const count = list === of[0].list ? (countRows?.(client) ?? null) : null;
  const chosen = of.find((one) => one.list === list) ?? of[0];
  return (
    <DialogWindow
      open={open}
      title={t`Export ${translate(LABELS[list])}`}
      titleClass="mb-5 pr-10"
      onClose={onClose}
      // A press outside must not cancel an export.
      onInteractOutside={(event) => event.preventDefault()}
    >
      <ExportForm of={chosen} count={count} onClose={onClose}>
        {of.length > 1 && (
          <RadioGroup
            legend={t`Content`}
            options={of.map((one) => one.list)}
            labelOf={(one) => translate(LABELS[one])}
            value={list}
            onChange={setList}
          />
        )}
      </ExportForm>
    </DialogWindow>
  );
}
