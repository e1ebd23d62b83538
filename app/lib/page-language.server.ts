import { LANGUAGE_COOKIE, LANGUAGES, nearestLanguage } from '~/lib/languages';
import { getSettings } from '~/lib/settings.server';
import { ENGLISH } from '~/lib/texts';

/** Pages of links from mails: whoever opens one may never have chosen a language here. */
const PUBLIC_PAGES = ['/invitations/', '/set-password', '/forgot-password'];

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
