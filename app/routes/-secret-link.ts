import { readText } from '~/contract/reading';

/* A page that a mailed or printed link leads to: its address holds the secret of the link. */

export function validateLinkSearch({ token }: Record<string, unknown>) {
  return { token: readText(token) ?? '' };
}

export const SECRET_LINK_META = [
  { name: 'referrer', content: 'same-origin' },
  { name: 'robots', content: 'noindex' },
];
