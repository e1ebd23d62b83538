import { buttonVariants } from '~/components/ui/button';
import { PROVIDER_ANSWER, PROVIDER_PATH } from '~/contract/provider';
import { getSettings } from '~/lib/settings.server';
import { t } from '~/lib/texts';
import { offerProviderSignIn, type ProviderOffer } from './provider-sign-in';

/** The inline script of documents where one can sign in by a provider; empty without one. It also tells the panel which, by the document's `data-provider`. */
export function providerScript(): string {
  const { provider } = getSettings();
  if (!provider) return '';
  const { name } = provider;
  const offer: ProviderOffer = {
    name,
    texts: {
      signIn: t`Sign in with ${name}`,
      code: t`Authentication code`,
      submit: t`Continue`,
      failed: t`Signing in with ${name} did not work. Please try again.`,
      noNetwork: t`Network error`,
    },
    api: `/api${PROVIDER_PATH}`,
    answer: PROVIDER_ANSWER,
    buttonClass: buttonVariants({ variant: 'secondary' }),
    submitClass: buttonVariants(),
    controlClass: 'control',
    labelClass: 'text-sm font-medium text-ink',
  };
  // No text ends the script.
  const literal = JSON.stringify(offer).replaceAll('<', String.raw`\u003c`);
  return `;(${String(offerProviderSignIn)})(${literal})`;
}
