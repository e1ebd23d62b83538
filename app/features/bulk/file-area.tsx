import { FileSpreadsheet, FileUp } from 'lucide-react';
import { useEffect, useId, useRef, type RefObject } from 'react';
import { useDropzone } from 'react-dropzone';
import { toast } from '~/components/feedback/toast';
import { Button } from '~/components/ui/button';
import { Label } from '~/components/ui/label';
import { cn } from '~/lib/cn';
import { t } from '~/lib/texts';
import { BULK_FILE_ACCEPT, formatKilobytes, findFileProblem } from './bulk-file';

interface FileAreaProps {
  file: File | null;
  disabled: boolean;
  onPick: (file: File) => void;
}

/** One file, dropped anywhere on the page or chosen. The input is the control; the area around it is for the pointer. */
export function FileArea({ file, disabled, onPick }: FileAreaProps) {
  const id = useId();
  const { getRootProps, getInputProps, isDragActive, isDragGlobal, open, inputRef, rootRef } =
    useDropzone({
      noClick: true,
      noKeyboard: true,
      noPaste: true,
      multiple: true,
      disabled,
      onDrop: (files) => {
        pick(files, onPick);
        // Reset, so that choosing the same file again triggers a change.
        if (inputRef.current) inputRef.current.value = '';
      },
    });
  useDropOnPage(rootRef, (files) => disabled || pick(files, onPick));
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
          {...getInputProps({ id, accept: BULK_FILE_ACCEPT, 'aria-describedby': `${id}-hint` })}
          aria-label={undefined}
          multiple={false}
          tabIndex={0}
          style={{}}
          className="sr-only"
        />
        {file ? (
          <PickedFile file={file} disabled={disabled} onReplace={open} />
        ) : (
          <Prompt dragging={dragging} onChoose={open} />
        )}
      </div>
      <p id={`${id}-hint`} className="text-sm text-muted">
        {t`Supports CSV, XLS, XLSX files`}
      </p>
    </div>
  );
}

/** Takes files that are dropped outside of the area, which takes those on it. */
function useDropOnPage(area: RefObject<HTMLElement | null>, onDrop: (files: File[]) => void): void {
  const latest = useRef(onDrop);
  useEffect(() => {
    latest.current = onDrop;
  });
  useEffect(() => {
    const drop = ({ target, dataTransfer }: DragEvent) => {
      if (!dataTransfer || (target instanceof Node && area.current?.contains(target))) return;
      latest.current([...dataTransfer.files]);
    };
    document.addEventListener('drop', drop);
    return () => document.removeEventListener('drop', drop);
  }, [area]);
}

function pick(files: readonly File[], onPick: (file: File) => void): void {
  const problem = findFileProblem(files);
  if (problem !== null) toast.error(problem);
  else if (files[0]) onPick(files[0]);
}

function Prompt({ dragging, onChoose }: { dragging: boolean; onChoose: () => void }) {
  return (
    <div
      aria-hidden
      className="grid min-h-36 cursor-pointer place-items-center rounded-lg p-4 text-center hover:bg-sunken"
      onClick={onChoose}
    >
      <div className="grid justify-items-center gap-1">
        <FileUp className="mb-1 size-6 text-muted" strokeWidth={1.5} />
        <p className="font-medium">
          {dragging ? t`Drop it here` : t`Choose a file or drop it here`}
        </p>
      </div>
    </div>
  );
}

interface PickedFileProps {
  file: File;
  disabled: boolean;
  onReplace: () => void;
}

function PickedFile({ file, disabled, onReplace }: PickedFileProps) {
  return (
    <div className="flex flex-wrap items-center gap-4 px-5 py-4">
      <FileSpreadsheet aria-hidden className="size-7 shrink-0 text-accent-text" strokeWidth={1.5} />
      <p className="min-w-0 flex-1 basis-40" role="status">
        <span className="block font-medium wrap-anywhere">{file.name}</span>
        <span className="text-sm text-muted tabular-nums">{formatKilobytes(file.size)}</span>
      </p>
      <Button variant="secondary" size="sm" disabled={disabled} onClick={onReplace}>
        {t`Choose another file`}
      </Button>
    </div>
  );
}
