import { Download } from 'lucide-react';
import { Button } from '~/components/ui/button';
import type { ValidatedFile } from '~/data/bulk/bulk.mutations';
import { fieldsOf } from '~/contract/reading';
import { download } from '~/lib/download';
import { t } from '~/lib/texts';
import { rejectedFile } from './bulk-files';
import { RowEditor, type RowEditorProps } from './row-editor';
import { columnsOf } from './row-values';
import { RowsTable } from './rows-table';
import { editedFields } from './import-state';

interface InvalidRowsProps extends Pick<RowEditorProps, 'state' | 'onLeave'> {
  validation: ValidatedFile;
}

/** The invalid rows: to be edited here or downloaded. Without row objects from the API there is nothing to edit. */
export function InvalidRows({ validation, state, onLeave }: InvalidRowsProps) {
  const { invalidRows, fileName } = validation;
  const { edits } = state;
  const fields = editedFields(validation);
  const editable = invalidRows.every(({ row }) => columnsOf([fieldsOf(row)]).length > 0);
  return (
    <section className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="font-medium">{t`Invalid rows`}</h3>
        {editable && (
          <Button
            variant="secondary"
            size="sm"
            onClick={() =>
              download(
                rejectedFile(validation, edits, fields),
                `${fileName.replace(/\.\w+$/, '')}-rejected.csv`,
              )
            }
          >
            <Download aria-hidden className="size-4" />
            {t`Download rejected rows`}
          </Button>
        )}
      </div>
      {editable ? (
        <RowEditor rows={invalidRows} fields={fields} state={state} onLeave={onLeave} />
      ) : (
        <RowsTable caption={t`Invalid rows`} errors={invalidRows} />
      )}
      {edits.size > 0 && (
        <p role="status" className="text-accent-text">
          {edits.size === 1 ? t`1 row` : t`${edits.size} rows`}{' '}
          {t`changed. Press Validate File to check again.`}
        </p>
      )}
    </section>
  );
}
