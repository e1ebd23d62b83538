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

/** A text field. Value: string. */
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

/** A text area that grows with its text up to a limit, if the browser supports that. */
const TEXTAREA_CLASS = 'control field-sizing-content max-h-80 min-h-20 resize-y';

interface PasswordFieldProps {
  label: string;
  /** True for a new password: password managers suggest one, and a hint states the length. */
  isNew?: boolean;
  /** Text after the hint. */
  note?: string;
}

/** A field for a required password. Value: string. */
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

/**
 * E-mail address of the form's account. In a form with a password, password managers read it as `username`.
 */
export function ReadOnlyEmail({ email, autoComplete, className }: ReadOnlyEmailProps) {
  return (
    <FieldFrame label={t`Email`} className={className}>
      {(control) => (
        <Input {...control} type="email" autoComplete={autoComplete} value={email} readOnly />
      )}
    </FieldFrame>
  );
}

/** The e-mail address for password managers, not visible to people. */
export function HiddenEmail({ email }: { email: string }) {
  return <input type="email" autoComplete="username" value={email} readOnly hidden />;
}
