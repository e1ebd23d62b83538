import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { currentCapabilities } from '~/data/capabilities/current-capabilities';

/**
 * Where the API offers it. Below the card, so that nothing moves when the answer arrives. It asks without a query: queries
 * are not for the first download of the sign-in (docs/decisions/0041).
 */
export function ForgotPasswordLink() {
  const [offered, setOffered] = useState(false);
  useEffect(() => {
    let mounted = true;
    void currentCapabilities().then((can) => mounted && setOffered(can.passwordReset));
    return () => {
      mounted = false;
    };
  }, []);
  if (!offered) return null;
  return (
    <p className="absolute inset-x-0 top-full mt-4 text-center">
      <Link
        to="/forgot-password"
        // The typed address goes along, but not in the URL.
        state={(last) => ({ ...last, email: typedEmail() })}
        className="link inline-flex min-h-6 items-center"
      >
        Forgot your password?
      </Link>
    </p>
  );
}

function typedEmail(): string | undefined {
  return document.querySelector<HTMLInputElement>('input[name=email]')?.value;
}
