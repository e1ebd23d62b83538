import { useDropzone } from 'react-dropzone';
import type { ImageValue } from '~/contract/condo-form-data';
import { cn } from '~/lib/cn';
import { msg, t } from '~/lib/texts';
import { firstErrorMessage } from './field-error';
import { FieldFrame, type ControlProps, type FieldProps } from './field-frame';
import { useFieldContext } from './form-context';
import { ImagePreview, ImagePrompt } from './image-preview';
import { chooseImage, removeImage } from './image-value';

const ONE_FILE_MESSAGE = msg`Please choose one image only`;

export interface ImageFieldProps extends FieldProps {
  /** The reason a file is invalid, or null. */
  validate: (file: File) => string | null;
  /** Called with that message; the value stays as it was. */
  onReject: (message: string) => void;
  /** The types in the browser's file picker, such as "image/png,image/webp". */
  accept?: string | undefined;
  /** 'square' for flags. */
  shape?: 'landscape' | 'square' | undefined;
}

/** One image: an upload area, then a preview with Remove. Value: ImageValue. */
export function ImageField({
  validate,
  onReject,
  accept,
  shape = 'landscape',
  ...props
}: ImageFieldProps) {
  const field = useFieldContext<ImageValue>();
  const { value } = field.state;

  function choose(files: readonly File[]): void {
    const [file] = files;
    if (!file) return;
    const problem = files.length > 1 ? ONE_FILE_MESSAGE : validate(file);
    if (problem === null) field.handleChange(chooseImage(value, file));
    else onReject(problem);
  }

  return (
    <FieldFrame
      {...props}
      // As high as its neighbours in a row.
      className={cn('grid-rows-[auto_1fr]', props.className)}
      error={firstErrorMessage(field.state.meta.errors)}
    >
      {({ readOnly, ...control }, labelId) => (
        <UploadArea
          {...{ value, labelId, accept, shape }}
          control={{ ...control, disabled: control.disabled || readOnly }}
          name={field.name}
          label={props.label}
          onFiles={choose}
          onRemove={() => field.handleChange(removeImage(value))}
          onBlur={field.handleBlur}
        />
      )}
    </FieldFrame>
  );
}

interface UploadAreaProps {
  value: ImageValue;
  control: Omit<ControlProps, 'readOnly'>;
  labelId: string;
  label: string;
  name: string;
  accept: string | undefined;
  shape: 'landscape' | 'square';
  onFiles: (files: readonly File[]) => void;
  onRemove: () => void;
  onBlur: () => void;
}

function UploadArea({
  value,
  control,
  labelId,
  label,
  name,
  accept,
  shape,
  ...on
}: UploadAreaProps) {
  const shown = value.file ?? (value.removed ? null : value.existingUrl);
  const { getRootProps, getInputProps, isDragActive, open, inputRef } = useDropzone({
    noClick: true,
    noKeyboard: true,
    noPaste: true,
    multiple: true,
    disabled: control.disabled ?? false,
    onDrop: (files) => {
      on.onFiles(files);
      // Reset, so that choosing the same file again triggers a change.
      if (inputRef.current) inputRef.current.value = '';
    },
  });
  // The area is for the pointer; the keyboard reaches the input itself, whose focus ring is drawn around the area.
  return (
    <div {...getRootProps({ role: 'presentation', className: areaClass(isDragActive, control) })}>
      <input
        {...getInputProps({ ...control, name, accept, onBlur: on.onBlur })}
        // The label names it; the library would set "file upload".
        aria-label={undefined}
        multiple={false}
        tabIndex={0}
        style={{}}
        className="peer sr-only"
      />
      {shown === null ? (
        <ImagePrompt dragging={isDragActive} removed={value.removed} onChoose={open} />
      ) : (
        <ImagePreview
          source={shown}
          alt={t`${label} preview`}
          shape={shape}
          describedBy={labelId}
          disabled={control.disabled ?? false}
          onReplace={open}
          onRemove={() => {
            on.onRemove();
            inputRef.current?.focus();
          }}
        />
      )}
    </div>
  );
}

function areaClass(dragging: boolean, control: UploadAreaProps['control']): string {
  return cn(
    'relative rounded-lg border border-dashed bg-surface transition-colors',
    'has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-focus',
    dragging ? 'border-accent bg-accent-soft' : 'border-line-strong',
    control['aria-invalid'] && 'border-danger',
    control.disabled && 'opacity-55',
  );
}
