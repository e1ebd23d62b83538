import type { ComponentProps } from 'react';
import { Input } from '~/kit/ui/input';
import { PASSWORD_MIN_CHARS } from '~/fields/limits';
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
        rows ? (
          <textarea rows={rows} className={TEXTAREA_CLASS} {...control} {...bound} />
        ) : (
          <Input {...control} {...bound} />
        )
      }
    </FieldFrame>
  );
}

/** A text area grows with its text where the browser can, up to a limit. */
const TEXTAREA_CLASS = 'control field-sizing-content max-h-80 min-h-20 resize-y';

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
