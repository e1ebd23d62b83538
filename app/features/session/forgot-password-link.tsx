import { Link } from '@tanstack/react-router';
import { lazyModule, useLazyModule } from '~/components/feedback/lazy-module';
import { apiKind } from '~/lib/api-kind';
import { providerName } from '~/lib/provider-name';
import { t } from '~/lib/texts';

/** Where the API offers it. */
export function ForgotPasswordLink() {
  if (!apiKind().isEmbedded) return null;
  return (
    <div className="absolute inset-x-0 top-full mt-4 grid gap-4 text-center">
      <Provider />
      <p>
        <Link
          to="/forgot-password"
          // The typed address goes along, but not in the URL.
          state={(last) => ({ ...last, email: typedEmail() })}
          className="link inline-flex min-h-6 items-center"
        >
          {t`Forgot your password?`}
        </Link>
      </p>
    </div>
  );
}

const providerSignIn = lazyModule(() => import('./provider-sign-in'));

/** Where one is configured. */
function Provider() {
  const name = providerName();
  const { module } = useLazyModule(providerSignIn, name !== null && 'painted');
  return module && name !== null && <module.ProviderSignIn name={name} />;
}

function typedEmail(): string | undefined {
  return document.querySelector<HTMLInputElement>('input[name=email]')?.value;
}
