import { FieldFrame } from '~/components/form/field-frame';
import { Input } from '~/components/ui/input';

/** The invited address: read-only, and the user name for password managers. */
export function InvitedEmail({ email }: { email: string | null }) {
  return (
    <FieldFrame label="Email" error={null}>
      {(control) => (
        <Input {...control} type="email" autoComplete="username" value={email ?? ''} readOnly />
      )}
    </FieldFrame>
  );
}
