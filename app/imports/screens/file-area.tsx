import { FileSpreadsheet, FileUp } from 'lucide-react';
import { useEffect, useEffectEvent, useId } from 'react';
import { useDropzone } from 'react-dropzone';
import { toast } from '~/kit/feedback/toast';
import { Button } from '~/kit/ui/button';
import { Label } from '~/kit/ui/input';
import { BULK_FILE_EXTENSIONS } from '~/imports/schema';
import { cn } from '~/kit/ui/cn';
import { formatDecimals } from '~/language/format';
import { msg, t } from '~/language/texts';

const FILE_ACCEPT = [
  ...BULK_FILE_EXTENSIONS,
  'text/csv',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
].join(',');

const ONE_FILE_MESSAGE = msg`Please choose one file only`;
const FILE_TYPE_MESSAGE = msg`Please choose a CSV, XLS or XLSX file`;

interface FileAreaProps {
  file: File | null;
  disabled: boolean;
  onPick: (file: File) => void;
}

/** Takes one file, dropped anywhere on the page or chosen. The input is the control, the area is for mice. */
export function FileArea({ file, disabled, onPick }: FileAreaProps) {
  const id = useId();
  const { getRootProps, getInputProps, isDragActive, isDragGlobal, open, inputRef, rootRef } =
    useDropzone({
      noClick: true,
      noKeyboard: true,
      noPaste: true,
      disabled,
      onDrop: (files) => {
        pick(files);
        // Reset, so that choosing the same file again triggers a change.
        if (inputRef.current) inputRef.current.value = '';
      },
    });
  const dropOnPage = useEffectEvent(({ target, dataTransfer }: DragEvent) => {
    // Drops on the area are handled there.
    if (target instanceof Node && rootRef.current?.contains(target)) return;
    if (dataTransfer && !disabled) pick([...dataTransfer.files]);
  });
  useEffect(() => {
    const listener = (event: DragEvent) => dropOnPage(event);
    document.addEventListener('drop', listener);
    return () => document.removeEventListener('drop', listener);
  }, []);

  function pick(files: readonly File[]): void {
    const [picked] = files;
    if (!picked) return;
    const name = picked.name.toLowerCase();
    const isKnown = BULK_FILE_EXTENSIONS.some((ending) => name.endsWith(ending));
    if (files.length === 1 && isKnown) onPick(picked);
    else toast.error(files.length > 1 ? ONE_FILE_MESSAGE : FILE_TYPE_MESSAGE);
  }

  const dragging = isDragActive || isDragGlobal;
  return (
    <div className="grid gap-1.5">
      <Label htmlFor={id}>{t`File`}</Label>
      <div
        {...getRootProps({
          role: 'presentation',
          className: cn(
            'relative rounded-lg border border-dashed bg-surface transition-colors',
            'has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-focus',
            dragging ? 'border-accent bg-accent-soft' : 'border-line-strong',
            disabled && 'opacity-55',
          ),
        })}
      >
        <input
          {...getInputProps({ id, accept: FILE_ACCEPT, 'aria-describedby': `${id}-hint` })}
          aria-label={undefined}
          multiple={false}
          tabIndex={0}
          style={{}}
          className="sr-only"
        />
        {file ? (
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
        ) : (
          <div
            aria-hidden
            className="grid min-h-36 cursor-pointer place-items-center rounded-lg p-4 text-center hover:bg-sunken"
            onClick={open}
          >
            <div className="grid justify-items-center gap-1">
              <FileUp className="mb-1 size-6 text-muted" strokeWidth={1.5} />
              <p className="font-medium">
                {dragging ? t`Drop it here` : t`Choose a file or drop it here`}
              </p>
            </div>
          </div>
        )}
      </div>
      <p id={`${id}-hint`} className="text-sm text-muted">
        {t`Supports CSV, XLS, XLSX files`}
      </p>
    </div>
  );
}
