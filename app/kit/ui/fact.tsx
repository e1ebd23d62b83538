import type { ComponentProps } from 'react';
import { cn } from './cn';
import { dash } from '~/language/format';

export function Fact({ label, className, children }: ComponentProps<'div'> & { label: string }) {
  return (
    <div className={cn('min-w-0', className)}>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

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
