import type { LucideIcon } from 'lucide-react';
import { useEffect, useEffectEvent, type ComponentProps, type ReactNode } from 'react';
import { useDropzone } from 'react-dropzone';
import { cn } from '~/kit/ui/cn';
import { t } from '~/language/texts';

interface DropAreaProps {
  /** Props of the input, which is the control with the label. */
  input: ComponentProps<'input'>;
  disabled: boolean;
  onFiles: (files: readonly File[]) => void;
  /** True to accept files dropped anywhere on the page. */
  wholePage?: boolean;
  icon: LucideIcon;
  prompt: string;
  hint?: string;
  className?: string;
  /** Renders the chosen file, or returns null without one. `open` opens the file picker. */
  children: (open: () => void) => ReactNode;
}

/**
 * Accepts a file. The pointer uses the area. The keyboard uses the input, whose focus ring surrounds the
 * area.
 */
export function DropArea(props: DropAreaProps) {
  const { input, disabled, onFiles, wholePage = false, icon: Icon, className, children } = props;
  const { getRootProps, getInputProps, isDragActive, isDragGlobal, open, inputRef, rootRef } =
    useDropzone({
      noClick: true,
      noKeyboard: true,
      noPaste: true,
      disabled,
      onDrop(files: readonly File[]) {
        onFiles(files);
        // The reset makes choosing the same file again trigger a change.
        if (inputRef.current) inputRef.current.value = '';
      },
    });
  const dropOnPage = useEffectEvent(({ target, dataTransfer }: DragEvent) => {
    // The area handles its own drops.
    if (target instanceof Node && rootRef.current?.contains(target)) return;
    if (dataTransfer && !disabled) onFiles([...dataTransfer.files]);
  });
  useEffect(() => {
    if (!wholePage) return undefined;
    const listener = (event: DragEvent) => dropOnPage(event);
    document.addEventListener('drop', listener);
    return () => document.removeEventListener('drop', listener);
  }, [wholePage]);

  const dragging = isDragActive || (wholePage && isDragGlobal);
  return (
    <div
      {...getRootProps({
        role: 'presentation',
        className: cn(
          'relative rounded-lg border border-dashed bg-surface transition-colors',
          'has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-focus',
          dragging ? 'border-accent bg-accent-soft' : 'border-line-strong',
          input['aria-invalid'] && 'border-danger',
          disabled && 'opacity-55',
        ),
      })}
    >
      <input
        {...getInputProps(input)}
        // The label is the name. The library would add "file upload".
        aria-label={undefined}
        multiple={false}
        tabIndex={0}
        style={{}}
        className="sr-only"
      />
      {children(open) ?? (
        // The input above is the control; this element is only the pointer's target.
        <div
          aria-hidden
          className={cn(
            'grid cursor-pointer place-items-center rounded-lg p-4 text-center hover:bg-sunken',
            className,
          )}
          onClick={open}
        >
          <div className="grid justify-items-center gap-1">
            <Icon className="mb-1 size-6 text-muted" strokeWidth={1.5} />
            <p className="font-medium">{dragging ? t`Drop it here` : props.prompt}</p>
            {props.hint !== undefined && <p className="text-sm text-muted">{props.hint}</p>}
          </div>
        </div>
      )}
    </div>
  );
}
