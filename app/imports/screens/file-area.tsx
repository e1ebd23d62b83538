import { FileSpreadsheet, FileUp } from 'lucide-react';
import { useId } from 'react';
import { toast } from '~/kit/feedback/toast';
import { DropArea } from '~/kit/form/drop-area';
import { Button } from '~/kit/ui/button';
import { Label } from '~/kit/ui/input';
import { BULK_FILE_EXTENSIONS } from '~/imports/schema';
import { formatDecimals } from '~/language/format';
import { t } from '~/language/texts';

const FILE_ACCEPT = [
  ...BULK_FILE_EXTENSIONS,
  'text/csv',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
].join(',');

interface FileAreaProps {
  file: File | null;
  disabled: boolean;
  onPick: (file: File) => void;
}

/** Accepts one file, dropped anywhere on the page or chosen. */
export function FileArea({ file, disabled, onPick }: FileAreaProps) {
  const id = useId();

  function pick(files: readonly File[]): void {
    const [picked] = files;
    if (!picked) return;
    const name = picked.name.toLowerCase();
    const isKnown = BULK_FILE_EXTENSIONS.some((ending) => name.endsWith(ending));
    if (files.length === 1 && isKnown) onPick(picked);
    else if (files.length > 1) toast.error(t`Please choose one file only`);
    else toast.error(t`Please choose a CSV, XLS or XLSX file`);
  }

  return (
    <div className="grid gap-1.5">
      <Label htmlFor={id}>{t`File`}</Label>
      <DropArea
        input={{ id, accept: FILE_ACCEPT, 'aria-describedby': `${id}-hint` }}
        disabled={disabled}
        onFiles={pick}
        wholePage
        icon={FileUp}
        prompt={t`Choose a file or drop it here`}
        className="min-h-36"
      >
        {(open) =>
          file && (
            <div className="flex flex-wrap items-center gap-4 px-5 py-4">
              <FileSpreadsheet
                aria-hidden
                className="size-7 shrink-0 text-accent-text"
                strokeWidth={1.5}
              />
              <p className="min-w-0 flex-1 basis-40" role="status">
                <span className="block font-medium wrap-anywhere">{file.name}</span>
                <span className="text-sm text-muted tabular-nums">
                  {`${formatDecimals(file.size / 1024)} KB`}
                </span>
              </p>
              <Button variant="secondary" size="sm" disabled={disabled} onClick={open}>
                {t`Choose another file`}
              </Button>
            </div>
          )
        }
      </DropArea>
      <p id={`${id}-hint`} className="text-sm text-muted">
        {t`Supports CSV, XLS, XLSX files`}
      </p>
    </div>
  );
}
