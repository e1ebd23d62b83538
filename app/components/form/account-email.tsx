import { Input } from '~/components/ui/input';
import { t } from '~/lib/texts';
import { FieldFrame } from './field-frame';

/** The address of the account that a form is about: read-only, and the user name for password managers. */
export function ReadOnlyEmail({ email }: { email: string }) {
  return (
    <FieldFrame label={t`Email`}>
      {(control) => (
        <Input {...control} type="email" autoComplete="username" value={email} readOnly />
      )}
    </FieldFrame>
  );
}

/** The same for password managers alone. */
export function HiddenEmail({ email }: { email: string }) {
  return <input type="email" autoComplete="username" value={email} readOnly hidden />;
}
