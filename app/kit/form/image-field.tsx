import { ImageUp } from 'lucide-react';
import { use, useCallback, useState } from 'react';
import { useDropzone } from 'react-dropzone';
import { Button } from '~/kit/ui/button';
import { IMAGE_EXTENSIONS } from '~/fields/limits';
import { cn } from '~/kit/ui/cn';
import { msg, t } from '~/language/texts';
import { FieldFrame, type FieldProps, ReadOnlyContext, useFieldContext } from './field-frame';
import { removeImage, type ImageValue } from './image-value';

const ONE_FILE_MESSAGE = msg`Please choose one image only`;

export interface ImageFieldProps extends FieldProps {
  /** The reason a file is invalid, or null. */
  validate: (file: File) => string | null;
  /** Called with the reason; the value does not change. */
  onReject: (message: string) => void;
  /** 'square' for flags. */
  shape?: 'landscape' | 'square';
}

/** One image: an upload area, then a preview with Remove. Value: ImageValue. */
export function ImageField(props: ImageFieldProps) {
  const { validate, onReject, shape = 'landscape', className, ...frame } = props;
  const field = useFieldContext<ImageValue>();
  const { value, meta } = field.state;
  const image = value.file ?? (value.removed ? null : value.existingUrl);
  const { getRootProps, getInputProps, isDragActive, open, inputRef } = useDropzone({
    noClick: true,
    noKeyboard: true,
    noPaste: true,
    multiple: true,
    disabled: use(ReadOnlyContext),
    onDrop(files: readonly File[]) {
      choose(files);
      // Reset, so that choosing the same file again triggers a change.
      if (inputRef.current) inputRef.current.value = '';
    },
  });

  function choose([file, ...others]: readonly File[]): void {
    if (!file) return;
    const problem = others.length > 0 ? ONE_FILE_MESSAGE : validate(file);
    if (problem === null) field.handleChange({ ...value, file, removed: false });
    else onReject(problem);
  }

  function remove(): void {
    field.handleChange(removeImage(value));
    inputRef.current?.focus();
  }

  // The area serves the pointer. The keyboard reaches the input, whose focus ring surrounds the area.
  return (
    // As high as the other fields in its row.
    <FieldFrame {...frame} className={cn('grid-rows-[auto_1fr]', className)} errors={meta.errors}>
      {({ readOnly, ...control }, labelId) => (
        <div
          {...getRootProps({
            role: 'presentation',
            className: cn(
              'relative rounded-lg border border-dashed bg-surface transition-colors',
              'has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-focus',
              isDragActive ? 'border-accent bg-accent-soft' : 'border-line-strong',
              control['aria-invalid'] && 'border-danger',
              readOnly && 'opacity-55',
            ),
          })}
        >
          <input
            {...getInputProps({
              ...control,
              disabled: readOnly,
              name: field.name,
              accept: IMAGE_EXTENSIONS.join(','),
              onBlur: field.handleBlur,
            })}
            // The label names it; the library would set "file upload".
            aria-label={undefined}
            multiple={false}
            tabIndex={0}
            style={{}}
            className="peer sr-only"
          />
          {image === null ? (
            // The input before it is the control; this is the target for the pointer.
            <div
              aria-hidden
              className="grid h-full min-h-40 cursor-pointer place-items-center rounded-lg p-4 text-center hover:bg-sunken"
              onClick={open}
            >
              <div className="grid justify-items-center gap-1">
                <ImageUp className="mb-1 size-6 text-muted" strokeWidth={1.5} />
                <p className="font-medium">
                  {isDragActive ? t`Drop it here` : t`Choose an image or drop it here`}
                </p>
                <p className="text-sm text-muted">
                  {value.removed
                    ? t`The current image is removed when you save`
                    : t`JPEG, PNG or WebP, under 5 MB`}
                </p>
              </div>
            </div>
          ) : (
            <div className="flex h-full min-h-40 flex-col gap-3 p-3">
              <div className="grid flex-1 place-items-center">
                <Preview
                  source={image}
                  alt={t`${props.label} preview`}
                  className={shape === 'square' ? 'size-20' : 'aspect-[684/368] w-96 max-w-full'}
                />
              </div>
              <div className="flex flex-wrap items-center justify-end gap-2">
                {value.file && (
                  <span className="min-w-0 grow basis-32 truncate text-sm text-muted">
                    {value.file.name}
                  </span>
                )}
                <Button
                  variant="ghost"
                  size="sm"
                  // With the keyboard, the input opens the file picker.
                  tabIndex={-1}
                  aria-hidden
                  disabled={readOnly}
                  onClick={open}
                >
                  {t`Replace`}
                </Button>
                <Button
                  variant="danger"
                  size="sm"
                  aria-describedby={labelId}
                  disabled={readOnly}
                  onClick={remove}
                >
                  {t`Remove`}
                </Button>
              </div>
            </div>
          )}
        </div>
      )}
    </FieldFrame>
  );
}

interface PreviewProps {
  /** The chosen file, or the address of the stored image. */
  source: File | string;
  alt: string;
  className: string;
}

function Preview({ source, alt, className }: PreviewProps) {
  const [broken, setBroken] = useState<File | string | null>(null);
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = typeof source === 'string' ? source : URL.createObjectURL(source);
      image.src = url;
      // Always return a function: without one, React calls this again with null.
      return () => {
        if (url !== source) URL.revokeObjectURL(url);
      };
    },
    [source],
  );
  return broken === source ? (
    <p className="text-muted">{t`This image cannot be shown`}</p>
  ) : (
    <img
      ref={show}
      alt={alt}
      onError={() => setBroken(source)}
      className={cn('rounded-md bg-sunken object-cover', className)}
    />
  );
}
