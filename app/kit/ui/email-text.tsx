import { dash } from '~/language/format';

/** An e-mail address that breaks before its @ where it has to break; "-" when missing. */
export function EmailText({ email }: { email: string | null }) {
  const at = email?.indexOf('@') ?? -1;
  if (!email || at < 1) return dash(email);
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}
