import { FieldFrame } from '~/components/form/field-frame';
import { Input } from '~/components/ui/input';

/** The invited address: fixed, and for password managers the user name of the account. */
export function InvitedEmail({ email }: { email: string | null }) {
  return (
    <FieldFrame label="Email" error={null}>
      {(control) => (
        <Input {...control} type="email" autoComplete="username" value={email ?? ''} readOnly />
      )}
    </FieldFrame>
  );
}
