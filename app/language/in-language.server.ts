import { AsyncLocalStorage } from 'node:async_hooks';
import catalogues from 'virtual:catalogues';
import { ENGLISH, setLanguageSource, type Language } from './texts';

const languages = new AsyncLocalStorage<Language>();
setLanguageSource(() => languages.getStore() ?? ENGLISH);

/** Renders a page or writes a mail in a language; in English if the language has no catalogue. */
export function inLanguage<T>(code: string, write: () => T): T {
  const texts = catalogues[code];
  return languages.run(texts ? { code, texts } : ENGLISH, write);
}
