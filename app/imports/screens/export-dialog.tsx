import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { toast } from '~/kit/feedback/toast';
import { counted, type Noun } from '~/kit/ui/list-count';
import { firstNames, type Choice } from '~/kit/selection/selection';
import { Alert } from '~/kit/ui/alert';
import { Button } from '~/kit/ui/button';
import { RadioGroup } from '~/kit/form/radio-group';
import { DialogWindow } from '~/kit/ui/dialog';
import { Label } from '~/kit/ui/input';
import { Select } from '~/kit/ui/select';
import {
  CSV_SEPARATORS,
  EXPORT_FORMATS,
  type CsvSeparator,
  type ExportFormat,
  type ExportList,
  type ExportProgress,
} from '~/imports/export';
import type { ExportRequest } from '~/imports/export-schemas';
import { exportList } from '~/imports/export-list';
import { detailOrMessage } from '~/rpc/errors/app-error';
import { formatCount, formatNumber } from '~/language/format';
import { storeItem, readItem } from '~/kit/ui/storage';
import { useSingleFlightMutation } from '~/kit/ui/use-single-flight-mutation';
import { msg, t, translate } from '~/language/texts';

const LISTS: Readonly<Record<ExportList, { label: string; noun?: Noun }>> = {
  condos: { label: msg`Buildings`, noun: ['building', 'buildings'] },
  apartments: { label: msg`Apartments`, noun: ['apartment', 'apartments'] },
  users: { label: msg`Users`, noun: ['user', 'users'] },
  invitations: { label: msg`Pending Invitations`, noun: ['invitation', 'invitations'] },
  residents: { label: msg`Residents` },
};

export interface ExportDialogProps {
  /** Lists to choose from, with the filters and sort of the URL. The first one is preselected. */
  of: readonly [ExportRequest['of'], ...ExportRequest['of'][]];
  /** Returns the number of displayed rows of the first list; null if unknown. */
  countRows?: ((client: QueryClient) => number | null | undefined) | undefined;
  /** The records of the first list to export; by default all. */
  choices?: readonly Choice[];
  open: boolean;
  onClose: () => void;
}

/**
 * Asks for the format, then exports with progress (docs/behaviour/exports.md). Closing the dialog cancels.
 */
export function ExportDialog({ of, countRows, choices, open, onClose }: ExportDialogProps) {
  const [list, setList] = useState(of[0].list);
  const client = useQueryClient();
  const count = list === of[0].list ? (countRows?.(client) ?? null) : null;
  const chosen = of.find((one) => one.list === list) ?? of[0];
  return (
    <DialogWindow
      open={open}
      title={t`Export ${translate(LISTS[list].label)}`}
      titleClass="mb-5 pr-10"
      onClose={onClose}
      // A click outside must not cancel an export.
      onInteractOutside={(event) => event.preventDefault()}
    >
      <ExportForm of={chosen} count={count} choices={choices} onClose={onClose}>
        {of.length > 1 && (
          <RadioGroup
            legend={t`Content`}
            options={of.map((one) => one.list)}
            labelOf={(one) => translate(LISTS[one].label)}
            value={list}
            onChange={setList}
          />
        )}
      </ExportForm>
    </DialogWindow>
  );
}

const FORMAT_LABELS = { xlsx: msg`Excel (XLSX)`, csv: 'CSV' } as const;
const SEPARATOR_LABELS: Readonly<Record<CsvSeparator, string>> = {
  ';': msg`Semicolon (;)`,
  ',': msg`Comma (,)`,
  '\t': 'Tab',
};

/** Local storage key of the separator that was chosen last in this browser. */
const SEPARATOR_KEY = 'csv_separator';

function rememberedSeparator(): CsvSeparator {
  const stored = readItem(SEPARATOR_KEY);
  return CSV_SEPARATORS.find((separator) => separator === stored) ?? CSV_SEPARATORS[0];
}

interface ExportFormProps {
  of: ExportRequest['of'];
  count: number | null;
  choices: readonly Choice[] | undefined;
  onClose: () => void;
  /** Further questions above the format. */
  children: ReactNode;
}

/** Says which rows the file will have. */
function rowsText(
  { list }: ExportRequest['of'],
  count: number | null,
  choices?: readonly Choice[],
) {
  const { noun } = LISTS[list];
  if (noun && choices) return t`Exports the selection: ${counted(choices.length, noun)}.`;
  return noun && count !== null && count > 1
    ? t`Exports all ${counted(count, noun)}, filtered and sorted as shown.`
    : t`Exports all rows of this list, filtered and sorted as shown.`;
}

/** Asks for the format and exports the list. */
function ExportForm({ of, count, choices, onClose, children }: ExportFormProps) {
  const id = useId();
  const [format, setFormat] = useState<ExportFormat>('xlsx');
  const [separator, setSeparator] = useState(rememberedSeparator);
  const { run, progress, error } = useExport(choices, onClose);
  if (progress) return <Running {...progress} onCancel={onClose} />;
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        const ids = choices?.map(({ id: one }) => one).join(',');
        run({ of, ids, format, separator });
      }}
    >
      {error !== null && (
        <Alert tone="danger">{t`Failed to export: ${detailOrMessage(error)}`}</Alert>
      )}
      {children}
      <RadioGroup
        legend={t`Format`}
        options={EXPORT_FORMATS}
        labelOf={(one) => translate(FORMAT_LABELS[one])}
        value={format}
        onChange={setFormat}
      />
      {format === 'csv' && (
        <div className="grid max-w-xs gap-1.5">
          <Label htmlFor={`${id}-separator`}>{t`Separator`}</Label>
          <Select
            id={`${id}-separator`}
            value={separator}
            options={CSV_SEPARATORS}
            labelOf={(one) => translate(SEPARATOR_LABELS[one])}
            onChange={(chosen) => {
              setSeparator(chosen);
              storeItem(SEPARATOR_KEY, chosen);
            }}
          />
        </div>
      )}
      <p className="text-muted">{rowsText(of, count, choices)}</p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          {t`Cancel`}
        </Button>
        <Button
          type="submit"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- replaces the pressed button
          autoFocus={error !== null}
        >
          {error === null ? t`Export` : t`Try again`}
        </Button>
      </div>
    </form>
  );
}

/** Number of exported rows, of all rows if their number is known. */
function Running({ rows, total, onCancel }: ExportProgress & { onCancel: () => void }) {
  const done =
    total === null ? formatNumber(rows) : t`${formatNumber(rows)} of ${formatNumber(total)}`;
  return (
    <div className="grid gap-5">
      <div className="grid gap-2">
        <progress
          className="h-2 w-full accent-accent"
          aria-label={t`Rows exported`}
          {...(total !== null && { max: Math.max(total, 1), value: rows })}
        />
        <p className="text-muted tabular-nums">{t`${done} rows`}</p>
      </div>
      <Button
        variant="secondary"
        className="justify-self-end"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- replaces the pressed button
        autoFocus
        onClick={onCancel}
      >
        {t`Cancel`}
      </Button>
    </div>
  );
}

const NO_ROWS: ExportProgress = { rows: 0, total: null };

/** State of the one export that can run in the dialog. `progress` is null while the form is shown. */
function useExport(choices: readonly Choice[] = [], onDone: () => void) {
  const [progress, setProgress] = useState(NO_ROWS);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const { mutate, isIdle, error } = useSingleFlightMutation({
    mutationFn(request: ExportRequest) {
      const { signal } = (running.current = new AbortController());
      setProgress(NO_ROWS);
      return exportList(request, { signal, onProgress: setProgress });
    },
    onSuccess({ rows, missing }) {
      toast.success(t`Exported ${formatCount(rows, 'row', 'rows')}`);
      const notExported = choices.filter(({ id }) => missing.has(id));
      if (notExported.length > 0)
        toast.error(t`Not exported, as they are gone: ${firstNames(notExported)}`);
      onDone();
    },
  });
  return { run: mutate, progress: isIdle || error ? null : progress, error };
}
