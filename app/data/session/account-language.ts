import { readText } from '~/contract/reading';
import { apiKind } from '~/lib/api-kind';
import { LANGUAGES, setLanguageKeeper, showAndRemember } from '~/lib/languages';
import { currentLanguage } from '~/lib/texts';
import { getSession, subscribeSession, type Session } from './session-store';

/** Chosen on the sign-in page, for the account that signs in. */
let chosenBefore: string | null = null;
let isSignedIn = false;

/** On the embedded API the language is kept with the account too, for its other browsers. Once, in the browser. */
export function keepLanguageWithAccount(): void {
  isSignedIn = getSession() !== null;
  setLanguageKeeper((code) => (getSession() ? store(code) : (chosenBefore = code)));
  subscribeSession((session) => {
    if (session && !isSignedIn) void follow(session);
    isSignedIn = session !== null;
  });
}

/** After a sign-in: what has just been chosen is the account's; else the page is shown in the account's language. */
async function follow({ user }: Session): Promise<void> {
  const language = readText(user.language);
  if (chosenBefore !== null) store(chosenBefore);
  else if (language !== null && language !== currentLanguage().code && LANGUAGES.includes(language))
    // Without its catalogue the page stays as it is.
    await showAndRemember(language).catch(() => undefined);
  chosenBefore = null;
}

/** Kept in this browser in any case. */
function store(language: string): void {
  if (!apiKind().isEmbedded) return;
  // Not of the first download.
  const stored = import('~/rpc/client.functions').then(({ send }) =>
    send('account.update', { body: { language } }),
  );
  void stored.catch(() => undefined);
}
