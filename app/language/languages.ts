import addresses from 'virtual:languages';
import { currentLanguage, ENGLISH, setLanguage, setSentenceReader, type Texts } from './texts';

/** English, and every language with a catalogue. An incomplete catalogue fails the tests. */
export const LANGUAGES: readonly string[] = [ENGLISH.code, ...Object.keys(addresses)];

/** Cookie with the reader's language, for pages rendered on the server. It contains nothing else. */
export const LANGUAGE_COOKIE = 'language';
const KEPT_SECONDS = 365 * 24 * 60 * 60;

export function catalogueAddress(code: string): string | undefined {
  return addresses[code]?.page;
}

/** The language's own name: "Deutsch", "Français". */
export function languageName(code: string): string {
  const name = new Intl.DisplayNames([code], { type: 'language' }).of(mainLanguage(code)) ?? code;
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

let lastChoice: symbol | undefined;

/**
 * Shows the page in a language once its catalogue is loaded. Returns false if another language was chosen
 * in the meantime, as the last choice wins. Throws if the catalogue cannot be loaded; the page then stays
 * unchanged.
 */
export async function showLanguage(code: string): Promise<boolean> {
  const choice = Symbol(code);
  lastChoice = choice;
  const catalogue = addresses[code];
  const texts = catalogue ? await readTexts(catalogue.page) : null;
  if (lastChoice !== choice) return false;
  if (!catalogue || !texts) setLanguage(ENGLISH);
  else {
    setLanguage({ code, texts });
    void addSentences(code, texts, catalogue.sentences).catch(() => undefined);
  }
  return true;
}

/** Loads sentences of errors without blocking the page. Until then errors are shown in English. */
async function addSentences(code: string, texts: Texts, address: string): Promise<void> {
  const [{ readSentence }, { fieldLabel }, sentences] = await Promise.all([
    import('./sentence'),
    import('~/rpc/field-labels'),
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

/**
 * Loads the language of the server's page before rendering. If its catalogue is missing the page is
 * English.
 */
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

/**
 * Shows a language, and remembers it for further pages of this browser. Returns false as `showLanguage`
 * does.
 */
export async function showAndRemember(code: string): Promise<boolean> {
  if (!(await showLanguage(code))) return false;
  document.documentElement.lang = code;
  // The Cookie Store API is missing in some browsers, and everywhere on plain http.
  document.cookie = `${LANGUAGE_COOKIE}=${code}; path=/; max-age=${KEPT_SECONDS}; samesite=lax`;
  return true;
}

/** The offered language that is nearest to these tags, in their order: "de-AT" finds "de-CH". */
export function nearestLanguage(tags: readonly string[]): string | undefined {
  for (const tag of tags) {
    const match =
      LANGUAGES.find((code) => code.toLowerCase() === tag.toLowerCase()) ??
      LANGUAGES.find((code) => mainLanguage(code) === mainLanguage(tag));
    if (match) return match;
  }
  return undefined;
}

function mainLanguage(tag: string): string {
  return tag.toLowerCase().replace(/-.*/, '');
}

/** True for a catalogue, which the build has made (scripts/languages-plugin.ts). */
function isTexts(value: unknown): value is Texts {
  return typeof value === 'object' && value !== null;
}
