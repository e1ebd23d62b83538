import { Link } from '@tanstack/react-router';
import { apiKind } from '~/rpc/api-kind';
import { t } from '~/language/texts';

export function ForgotPasswordLink() {
  if (!apiKind().isEmbedded) return null;
  return (
    <p className="absolute inset-x-0 top-full mt-4 text-center">
      <Link
        to="/forgot-password"
        // Passes on the typed address, but not in the URL.
        state={(last) => ({ ...last, email: typedEmail() })}
        className="link inline-flex min-h-6 items-center"
      >
        {t`Forgot your password?`}
      </Link>
    </p>
  );
}

function typedEmail(): string | undefined {
  return document.querySelector<HTMLInputElement>('input[name=email]')?.value;
}
