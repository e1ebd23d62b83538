import { parseAccept } from 'hono/utils/accept';
import { parse } from 'hono/utils/cookie';
import { LANGUAGE_COOKIE, LANGUAGES, nearestLanguage } from '~/language/languages';
import { getSettings } from '~/platform/settings.server';
import { ENGLISH, setLanguageSource, type Language } from '~/language/texts';
import { AsyncLocalStorage } from 'node:async_hooks';
import catalogues from 'virtual:catalogues';

/** Pages behind mailed links. Their readers may never have chosen a language here. */
const PUBLIC_PAGES = ['/invitations/', '/set-password', '/forgot-password'];

/**
 * The reader's choice, otherwise the browser's language on a public page, otherwise the operator's default
 * (docs/behaviour/languages.md).
 */
export function pageLanguage(request: Request): string {
  const chosen = parse(request.headers.get('cookie') ?? '')[LANGUAGE_COOKIE];
  if (chosen !== undefined && LANGUAGES.includes(chosen)) return chosen;
  const { pathname } = new URL(request.url);
  const isPublic = PUBLIC_PAGES.some((page) => pathname.startsWith(page));
  const accepted = isPublic ? parseAccept(request.headers.get('accept-language') ?? '') : [];
  const preferred = accepted.filter(({ q }) => q > 0).map(({ type }) => type);
  return nearestLanguage([...preferred, getSettings().defaultLanguage]) ?? ENGLISH.code;
}

const languages = new AsyncLocalStorage<Language>();
setLanguageSource(() => languages.getStore() ?? ENGLISH);

/** Renders a page or writes a mail in a language. Without a catalogue the language is English. */
export function inLanguage<T>(code: string, write: () => T): T {
  const texts = catalogues[code];
  return languages.run(texts ? { code, texts } : ENGLISH, write);
}
