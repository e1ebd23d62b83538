import type { ComponentProps } from 'react';
import { Input } from '~/components/ui/input';
import { cn } from '~/lib/cn';
import { FieldFrame, type FieldProps } from './field-frame';
import { useFieldContext } from './form-context';

export interface TextFieldProps
  extends
    FieldProps,
    Pick<ComponentProps<'input'>, 'type' | 'placeholder' | 'autoComplete' | 'inputMode'> {
  /** Several lines of text. */
  rows?: number;
}

/** A text. Value: string. */
export function TextField({ label, hint, required, className, rows, ...input }: TextFieldProps) {
  const field = useFieldContext<string>();
  const { value, meta } = field.state;
  const bound = {
    ...input,
    name: field.name,
    value,
    onBlur: field.handleBlur,
    onChange: ({ target }: { target: { value: string } }) => field.handleChange(target.value),
  };
  return (
    <FieldFrame {...{ label, hint, required, className }} errors={meta.errors}>
      {(control) =>
        rows ? <Textarea rows={rows} {...control} {...bound} /> : <Input {...control} {...bound} />
      }
    </FieldFrame>
  );
}

/** A text area that grows with its text where the browser can, up to a limit. */
function Textarea({ className, rows = 3, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={rows}
      className={cn('control field-sizing-content max-h-80 min-h-20 resize-y', className)}
      {...props}
    />
  );
}
