import { buttonVariants } from '~/components/ui/button';
import { PROVIDER_ANSWER, PROVIDER_PATH } from '~/contract/provider';
import type { SentenceCode } from '~/contract/sentence';
import { SENTENCES, withNumbers } from '~/contract/sentences';
import { namesIn } from '~/contract/template-pattern';
import { getSettings } from '~/lib/settings.server';
import { fill, t, translate } from '~/lib/texts';
import { offerProviderSignIn, type ProviderOffer } from './provider-sign-in';

/** Sentences of the API about such a sign-in, which the box translates; others stay English. */
const SAID = [
  'access_denied',
  'app_or_recovery_code',
  'email_taken',
  'email_unsaid',
  'failed_sign_ins',
  'failed_sign_ins_of_network',
  'minutes',
  'no_passkey',
  'not_linked',
  'one_minute',
  'passkey_or_code',
  'passkey_or_recovery_code',
  'provider_unavailable',
  'recovery_code',
  'sign_in_ended',
  'sign_ins_of_network',
  'try_again_in',
  'wrong_code',
  'wrong_codes',
  'wrong_passkey',
] as const satisfies SentenceCode[];

/** The inline script of documents where one can sign in by a provider; empty without one. It also tells the panel which, by the document's `data-provider`. */
export function providerScript(): string {
  const { provider } = getSettings();
  if (!provider) return '';
  const { name } = provider;
  const inLanguage = (code: (typeof SAID)[number]) => {
    const template = SENTENCES[code];
    const values = namesIn(template).map((value) => (value === 'provider' ? name : `{${value}}`));
    return fill(translate(withNumbers(template)), values);
  };
  const offer: ProviderOffer = {
    name,
    texts: {
      signIn: t`Sign in with ${name}`,
      code: t`Authentication code`,
      submit: t`Continue`,
      passkey: t`Use a Passkey`,
      noPasskey: t`The passkey could not be used. Please try again.`,
      failed: t`Signing in with ${name} did not work. Please try again.`,
      noNetwork: t`Network error`,
    },
    sentences: Object.fromEntries(SAID.map((code) => [code, inLanguage(code)])),
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
