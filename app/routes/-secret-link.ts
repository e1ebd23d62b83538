import { readText } from '~/fields/reading';

/* Pages of mailed or printed links. Their URL contains a secret. */

export function validateLinkSearch({ token }: Record<string, unknown>) {
  return { token: readText(token) ?? '' };
}

export const SECRET_LINK_META = [
  { name: 'referrer', content: 'same-origin' },
  { name: 'robots', content: 'noindex' },
];
