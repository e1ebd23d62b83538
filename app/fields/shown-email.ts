import punycode from 'punycode.js';
import { asciiEmail } from './email-address';

/** ASCII and the Latin letters of Europe's languages. None of them can be mistaken for another letter. */
const LATIN = /^(?:[a-z\d-]|[ßæœøłđðþ]|[\u{300}-\u{327}])+$/u;

/**
 * An e-mail address as people write it. Labels in other scripts stay in punycode, since their letters may
 * look like Latin ones.
 */
export function shownEmail(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  return email.slice(0, at) + email.slice(at).replaceAll(/xn--[a-z\d-]+/gi, shownLabel);
}

function shownLabel(label: string): string {
  try {
    const shown = punycode.decode(label.slice('xn--'.length).toLowerCase());
    const isSame =
      LATIN.test(shown.normalize('NFD')) && asciiEmail(`@${shown}`) === `@${label.toLowerCase()}`;
    return isSame ? shown : label;
  } catch {
    return label;
  }
}
