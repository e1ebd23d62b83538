import { readText } from '~/fields/reading';
import { apiKind } from '~/rpc/api-kind';
import { LANGUAGES, setLanguageKeeper, showAndRemember } from '~/language/languages';
import { currentLanguage } from '~/language/texts';
import { getSession, subscribeSession, type Session } from '~/rpc/session-store';

/** Language chosen before the sign-in. It is stored in the account afterwards; null if none was chosen. */
let languageBeforeSignIn: string | null = null;
let isSignedIn = false;

/**
 * Stores the language in the account too, so that its other browsers show it. Embedded API only. Called
 * once.
 */
export function keepLanguageWithAccount(): void {
  isSignedIn = getSession() !== null;
  setLanguageKeeper((code) =>
    getSession() ? storeInAccount(code) : (languageBeforeSignIn = code),
  );
  subscribeSession((session) => {
    if (session && !isSignedIn) void follow(session);
    isSignedIn = session !== null;
  });
}

/** After a sign-in: stores a language that was chosen before it, otherwise shows the account's language. */
async function follow({ user }: Session): Promise<void> {
  const language = readText(user.language);
  if (languageBeforeSignIn !== null) storeInAccount(languageBeforeSignIn);
  else if (language !== null && language !== currentLanguage().code && LANGUAGES.includes(language))
    // If the catalogue cannot be loaded, the page keeps its language.
    await showAndRemember(language).catch(() => undefined);
  languageBeforeSignIn = null;
}

/** Stores the language in the account; this browser keeps it anyway. */
function storeInAccount(language: string): void {
  if (!apiKind().isEmbedded) return;
  const stored = import('~/rpc/client.functions').then(({ send }) =>
    send('account.update', { body: { language } }),
  );
  void stored.catch(() => undefined);
}
