import { readText } from '~/fields/reading';
import { apiKind } from '~/rpc/api-kind';
import { LANGUAGES, setLanguageKeeper, showAndRemember } from '~/language/languages';
import { currentLanguage } from '~/language/texts';
import { getSession, subscribeSession, type Session } from '~/rpc/session-store';

/** Chosen on the sign-in page, for the account that signs in. */
let chosenBefore: string | null = null;
let isSignedIn = false;

/** With the embedded API the language is also stored in the account, for its other browsers. Called once. */
export function keepLanguageWithAccount(): void {
  isSignedIn = getSession() !== null;
  setLanguageKeeper((code) => (getSession() ? store(code) : (chosenBefore = code)));
  subscribeSession((session) => {
    if (session && !isSignedIn) void follow(session);
    isSignedIn = session !== null;
  });
}

/** After a sign-in a language chosen before it is stored in the account; otherwise the account's is shown. */
async function follow({ user }: Session): Promise<void> {
  const language = readText(user.language);
  if (chosenBefore !== null) store(chosenBefore);
  else if (language !== null && language !== currentLanguage().code && LANGUAGES.includes(language))
    // Without the catalogue the page keeps its language.
    await showAndRemember(language).catch(() => undefined);
  chosenBefore = null;
}

/** Kept in this browser in any case. */
function store(language: string): void {
  if (!apiKind().isEmbedded) return;
  // Loaded on demand, not with the first page.
  const stored = import('~/rpc/client.functions').then(({ send }) =>
    send('account.update', { body: { language } }),
  );
  void stored.catch(() => undefined);
}
