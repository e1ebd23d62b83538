import type { ComponentProps } from 'react';
import { Input } from '~/kit/ui/input';
import { PASSWORD_MIN_CHARS } from '~/fields/limits';
import { cn } from '~/kit/ui/cn';
import { t } from '~/language/texts';
import { FieldFrame, type FieldProps, useFieldContext } from './field-frame';

export interface TextFieldProps
  extends
    FieldProps,
    Pick<ComponentProps<'input'>, 'type' | 'placeholder' | 'autoComplete' | 'inputMode' | 'list'> {
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

interface PasswordFieldProps {
  label: string;
  /** A new password: password managers suggest one, and a hint states the length. */
  isNew?: boolean;
  /** Follows the hint. */
  note?: string;
}

/** A required password. Value: string. */
export function PasswordField({ label, isNew = false, note }: PasswordFieldProps) {
  const rule = t`At least ${PASSWORD_MIN_CHARS} characters`;
  return (
    <TextField
      label={label}
      type="password"
      autoComplete={isNew ? 'new-password' : 'current-password'}
      hint={isNew ? (note === undefined ? rule : `${rule}. ${note}`) : undefined}
      required
    />
  );
}

interface ReadOnlyEmailProps extends Pick<ComponentProps<'input'>, 'autoComplete' | 'className'> {
  email: string;
}

/** E-mail address of the form's account. With a password it is `username`, for password managers. */
export function ReadOnlyEmail({ email, autoComplete, className }: ReadOnlyEmailProps) {
  return (
    <FieldFrame label={t`Email`} className={className}>
      {(control) => (
        <Input {...control} type="email" autoComplete={autoComplete} value={email} readOnly />
      )}
    </FieldFrame>
  );
}

/** For password managers alone. */
export function HiddenEmail({ email }: { email: string }) {
  return <input type="email" autoComplete="username" value={email} readOnly hidden />;
}
