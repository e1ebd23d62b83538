import { AsyncLocalStorage } from 'node:async_hooks';
import catalogues from 'virtual:catalogues';
import { LANGUAGE_COOKIE, LANGUAGES, nearestLanguage } from '~/lib/languages';
import { getSettings } from '~/lib/settings.server';
import { ENGLISH, setLanguageSource, type Language } from '~/lib/texts';

const languages = new AsyncLocalStorage<Language>();
setLanguageSource(() => languages.getStore() ?? ENGLISH);

/** Pages of links from mails: whoever opens one may never have chosen a language here. */
const PUBLIC_PAGES = ['/invitations/', '/set-password', '/forgot-password'];

/** Runs the rendering of a page in its language. */
export function inLanguage<T>(code: string, render: () => T): T {
  return languages.run({ code, texts: catalogues[code] ?? null }, render);
}

/** The reader's choice; else the browser's language on a public page; else the operator's (docs/behaviour.md, "Languages"). */
export function pageLanguage(request: Request): string {
  const chosen = cookieOf(request, LANGUAGE_COOKIE);
  if (chosen !== undefined && LANGUAGES.includes(chosen)) return chosen;
  const { pathname } = new URL(request.url);
  const isPublic = PUBLIC_PAGES.some((page) => pathname.startsWith(page));
  const preferred = isPublic ? acceptedLanguages(request) : [];
  return nearestLanguage([...preferred, getSettings().defaultLanguage]) ?? ENGLISH.code;
}

/** The tags of Accept-Language, the preferred one first; those that are refused are left out. */
function acceptedLanguages(request: Request): string[] {
  const entries = (request.headers.get('accept-language') ?? '').split(',').map((entry) => {
    const [tag = '', quality = 'q=1'] = entry.split(';').map((part) => part.trim());
    return { tag, quality: Number(quality.replace('q=', '')) };
  });
  return entries
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}

function cookieOf(request: Request, name: string): string | undefined {
  const cookies = (request.headers.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  return cookies.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}
