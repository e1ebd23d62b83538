import { PASSWORD_MIN_CHARS } from '~/contract/limits';
import { t } from '~/lib/texts';
import { TextField } from './text-field';

interface PasswordFieldProps {
  label: string;
  /** It is chosen here: password managers suggest one, and the hint says how long it is. */
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
