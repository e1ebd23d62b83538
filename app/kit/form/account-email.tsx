import type { ComponentProps } from 'react';
import { Input } from '~/kit/ui/input';
import { t } from '~/language/texts';
import { FieldFrame } from './field-frame';

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
