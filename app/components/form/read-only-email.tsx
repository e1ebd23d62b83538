import { Input } from '~/components/ui/input';
import { FieldFrame } from './field-frame';

/** The address of the account that a link is for: read-only, and the user name for password managers. */
export function ReadOnlyEmail({ email }: { email: string | null }) {
  return (
    <FieldFrame label="Email" error={null}>
      {(control) => (
        <Input {...control} type="email" autoComplete="username" value={email ?? ''} readOnly />
      )}
    </FieldFrame>
  );
}
