import { removeImage, type ImageValue } from '~/fields/image';
import { ImageUp } from 'lucide-react';
import { useCallback, useState } from 'react';
import { Button } from '~/kit/ui/button';
import { IMAGE_EXTENSIONS } from '~/fields/limits';
import { cn } from '~/kit/ui/cn';
import { t } from '~/language/texts';
import { FieldFrame, type FieldProps, useFieldContext } from './field-frame';
import { DropArea } from './drop-area';

export interface ImageFieldProps extends FieldProps {
  /** Returns the reason why a file is invalid, or null. */
  validate: (file: File) => string | null;
  /** Called with that reason. The value stays unchanged. */
  onReject: (message: string) => void;
  /** Shape of the preview: 'square' for flags. */
  shape?: 'landscape' | 'square';
}

/** One image: an upload area, then a preview with Remove. Value: ImageValue. */
export function ImageField(props: ImageFieldProps) {
  const { validate, onReject, shape = 'landscape', className, ...frame } = props;
  const field = useFieldContext<ImageValue>();
  const { value, meta } = field.state;
  const image = value.file ?? (value.removed ? null : value.existingUrl);
  function choose([file, ...others]: readonly File[]): void {
    if (!file) return;
    const problem = others.length > 0 ? t`Please choose one image only` : validate(file);
    if (problem === null) field.handleChange({ ...value, file, removed: false });
    else onReject(problem);
  }

  return (
    // The field is as high as the others in its row.
    <FieldFrame {...frame} className={cn('grid-rows-[auto_1fr]', className)} errors={meta.errors}>
      {({ readOnly, ...control }, labelId) => (
        <DropArea
          input={{
            ...control,
            disabled: readOnly,
            name: field.name,
            accept: IMAGE_EXTENSIONS.join(','),
            onBlur: field.handleBlur,
          }}
          disabled={readOnly === true}
          onFiles={choose}
          icon={ImageUp}
          prompt={t`Choose an image or drop it here`}
          hint={
            value.removed
              ? t`The current image is removed when you save`
              : t`JPEG, PNG or WebP, under 5 MB`
          }
          className="h-full min-h-40"
        >
          {(open) =>
            image === null ? null : (
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
                    // Keyboard users open the file picker by the input.
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
                    onClick={() => {
                      field.handleChange(removeImage(value));
                      document.getElementById(control.id)?.focus();
                    }}
                  >
                    {t`Remove`}
                  </Button>
                </div>
              </div>
            )
          }
        </DropArea>
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
      // React 19 calls the function on unmount. Without one it would call this ref again with null.
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
