import { useId, useState, type ReactNode } from 'react';
import { counted, type Noun } from '~/components/list/list-count';
import { Alert } from '~/components/ui/alert';
import { Button } from '~/components/ui/button';
import { Label } from '~/components/ui/label';
import { Select } from '~/components/ui/select';
import {
  CSV_SEPARATORS,
  EXPORT_FORMATS,
  type CsvSeparator,
  type ExportList,
} from '~/contract/export';
import { detailOrMessage } from '~/lib/app-error';
import type { ExportRequest } from '~/contract/export-schemas';
import { msg, t, translate } from '~/lib/texts';
import { ExportRunning } from './export-running';
import { RadioGroup } from './radio-group';
import { rememberedSeparator, rememberSeparator } from './separator-memory';
import { useExport } from './use-export';
import { useFocusOnMount } from './use-focus-on-mount';

const FORMAT_LABELS = { xlsx: msg`Excel (XLSX)`, csv: 'CSV' } as const;
const SEPARATOR_LABELS: Readonly<Record<CsvSeparator, string>> = {
  ';': msg`Semicolon (;)`,
  ',': msg`Comma (,)`,
  '\t': 'Tab',
};

const NOUNS: Readonly<Partial<Record<ExportList, Noun>>> = {
  condos: ['building', 'buildings'],
  apartments: ['apartment', 'apartments'],
  users: ['user', 'users'],
  invitations: ['invitation', 'invitations'],
};

interface ExportFormProps {
  of: ExportRequest['of'];
  /** How many rows the list has, where it is known. */
  count: number | null;
  onClose: () => void;
  /** Asked before the format. */
  children: ReactNode;
}

/** Asks for the format and exports the whole list. */
export function ExportForm({ of, count, onClose, children }: ExportFormProps) {
  const id = useId();
  const noun = NOUNS[of.list];
  const [format, setFormat] = useState<(typeof EXPORT_FORMATS)[number]>('xlsx');
  const [separator, setSeparator] = useState(rememberedSeparator);
  const { run, progress, error } = useExport(onClose);
  if (progress) return <ExportRunning progress={progress} onCancel={onClose} />;
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        run({ of, format, separator });
      }}
    >
      {error !== null && (
        <Alert tone="danger">{t`Failed to export: ${detailOrMessage(error)}`}</Alert>
      )}
      {children}
      <RadioGroup
        legend={t`Format`}
        options={EXPORT_FORMATS.map((value) => ({ value, label: translate(FORMAT_LABELS[value]) }))}
        value={format}
        onChange={setFormat}
      />
      {format === 'csv' && (
        <div className="grid max-w-xs gap-1.5">
          <Label htmlFor={`${id}-separator`}>{t`Separator`}</Label>
          <Select
            id={`${id}-separator`}
            value={separator}
            onChange={({ target }) => {
              const chosen = CSV_SEPARATORS.find((one) => one === target.value) ?? separator;
              setSeparator(chosen);
              rememberSeparator(chosen);
            }}
          >
            {CSV_SEPARATORS.map((one) => (
              <option key={one} value={one}>
                {translate(SEPARATOR_LABELS[one])}
              </option>
            ))}
          </Select>
        </div>
      )}
      <p className="text-muted">
        {noun && count !== null && count > 1
          ? t`Exports all ${counted(count, noun)}, filtered and sorted as shown.`
          : t`Exports all rows of this list, filtered and sorted as shown.`}
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          {t`Cancel`}
        </Button>
        <Submit again={error !== null} />
      </div>
    </form>
  );
}

function Submit({ again }: { again: boolean }) {
  const button = useFocusOnMount(again);
  return (
    <Button ref={button} type="submit">
      {again ? t`Try again` : t`Export`}
    </Button>
  );
}
