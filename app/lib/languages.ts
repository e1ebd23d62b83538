import addresses from 'virtual:languages';
import { currentLanguage, ENGLISH, setLanguage, setSentenceReader, type Texts } from './texts';

/** English, and each language that has a catalogue: an incomplete one fails the tests, so whatever is here can be offered. */
export const LANGUAGES: readonly string[] = [ENGLISH.code, ...Object.keys(addresses)];

/** A choice of the reader's, for the server: the page comes in that language. It holds nothing else. */
export const LANGUAGE_COOKIE = 'language';
const KEPT_SECONDS = 365 * 24 * 60 * 60;

export function catalogueAddress(code: string): string | undefined {
  return addresses[code]?.page;
}

/** A language in itself: "Deutsch", "Français". */
export function languageName(code: string): string {
  const name = new Intl.DisplayNames([code], { type: 'language' }).of(mainLanguage(code)) ?? code;
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

let lastChoice: symbol | undefined;

/**
 * Shows the page in a language whose catalogue is read first; without it, the page stays as it is. False where another
 * language was chosen while the catalogue came: the last choice is the one that is shown.
 */
export async function showLanguage(code: string): Promise<boolean> {
  const choice = Symbol(code);
  lastChoice = choice;
  const found = addresses[code];
  const texts = found ? await readTexts(found.page) : null;
  if (lastChoice !== choice) return false;
  if (!found || !texts) setLanguage(ENGLISH);
  else {
    setLanguage({ code, texts });
    void addSentences(code, texts, found.sentences).catch(() => undefined);
  }
  return true;
}

/** For errors: the page does not wait for them. Without them an error is shown as it came. */
async function addSentences(code: string, texts: Texts, address: string): Promise<void> {
  const [{ readSentence }, { fieldLabel }, sentences] = await Promise.all([
    import('~/contract/sentence'),
    import('~/contract/field-labels'),
    readTexts(address),
  ]);
  setSentenceReader(readSentence, fieldLabel);
  if (currentLanguage().texts === texts) setLanguage({ code, texts: { ...texts, ...sentences } });
}

async function readTexts(address: string): Promise<Texts> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} could not be read`);
  const texts: unknown = await answer.json();
  return isTexts(texts) ? texts : {};
}

/** The language that the server has sent the page in, before the page is rendered. Without its catalogue it is English. */
export async function showPageLanguage(): Promise<void> {
  const { lang } = document.documentElement;
  if (lang !== ENGLISH.code) await showLanguage(lang).catch(() => undefined);
}

let keepChoice: ((code: string) => void) | undefined;

export function setLanguageKeeper(keep: (code: string) => void): void {
  keepChoice = keep;
}

export async function chooseLanguage(code: string): Promise<void> {
  if (await showAndRemember(code)) keepChoice?.(code);
}

/** Shows the page in a language, in which this browser's pages come from now on. False as in `showLanguage`. */
export async function showAndRemember(code: string): Promise<boolean> {
  if (!(await showLanguage(code))) return false;
  document.documentElement.lang = code;
  // Not the Cookie Store: not every browser has it, and none on plain http.
  document.cookie = `${LANGUAGE_COOKIE}=${code}; path=/; max-age=${KEPT_SECONDS}; samesite=lax`;
  return true;
}

/** The offered language that is nearest to one of these tags, in their order: "de-AT" is answered by "de-CH". */
export function nearestLanguage(tags: readonly string[]): string | undefined {
  for (const tag of tags) {
    const found =
      LANGUAGES.find((code) => code.toLowerCase() === tag.toLowerCase()) ??
      LANGUAGES.find((code) => mainLanguage(code) === mainLanguage(tag));
    if (found) return found;
  }
  return undefined;
}

function mainLanguage(tag: string): string {
  return tag.toLowerCase().replace(/-.*/, '');
}

/** The build has made it (scripts/languages-plugin.ts). */
function isTexts(value: unknown): value is Texts {
  return typeof value === 'object' && value !== null;
}
