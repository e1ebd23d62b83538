import { toImportCsv } from '~/fields/csv-text';
import { equalKey } from '~/fields/search-text';

/** An address of a pasted text, with the apartment that is right of it in a row of a spreadsheet. */
interface InvitedAddress {
  email: string;
  /** As it is written there; empty without one. */
  apartment: string;
}

const LINE_END = /[\r\n\v\f\u0085\u2028\u2029]+/;

/**
 * Reads addresses as people have them (docs/behaviour/invitations.md, "Invite several"). A line, or what
 * semicolons separate, without any address comes back as it is, so that the preview names it.
 */
export function readAddresses(text: string): InvitedAddress[] {
  return text.split(LINE_END).flatMap((line) => {
    const cells = line.split('\t');
    const at = cells.length === 1 ? 0 : cells.findIndex((cell) => cell.includes('@'));
    const apartment = at < 0 ? '' : (cells[at + 1] ?? '').trim();
    return emailsOf(cells[at] ?? cells.join(' ')).map((email) => ({ email, apartment }));
  });
}

/** Tokens: a text in angle brackets, one in quotes, a separator, a word. */
const TOKEN = /<([^<>]*)>|"([^"]*)"|([;,])|([^\s<>",;]+)/g;

function emailsOf(text: string): string[] {
  const emails: string[] = [];
  let words: string[] = [];
  /** Words beside an address are a name. A name may have a comma in it, so they wait for what follows. */
  const flush = (isEnd: boolean) => {
    const addresses = words.filter(isAddress);
    const unread = isEnd && addresses.length === 0 && words.length > 0 ? [words.join(' ')] : [];
    emails.push(...addresses.map(withoutMarks), ...unread);
    if (isEnd || addresses.length > 0) words = [];
  };
  for (const [, bracket, quoted, separator, word] of text.matchAll(TOKEN)) {
    if (separator !== undefined) flush(separator === ';');
    else if (word ?? quoted?.trim()) words.push(word ?? quoted ?? '');
    const address = withoutMarks(bracket?.trim() ?? '');
    if (address === '') continue;
    // Outlook writes an address without a name twice.
    words = words.filter((one) => isAddress(one) && withoutMarks(one) !== address);
    words.push(address);
    flush(true);
  }
  flush(true);
  return emails;
}

const isAddress = (word: string) => /^\S*@\S*$/.test(word);

function withoutMarks(word: string): string {
  return word.replace(/^['([]*(?:mailto:)?/i, '').replace(/[')\].:]+$/, '');
}

interface Invitation {
  role: string;
  condo_id: number;
  /** The apartment of rows without one of their own. */
  apartment_id: number | null;
}

/**
 * The addresses as a file for the import of invitations. Apartments are named by number; with `numbers`, of
 * the building's apartments by id, they are ids, as the wire contract has them.
 */
export function addressFile(
  addresses: readonly InvitedAddress[],
  { role, condo_id, apartment_id }: Invitation,
  numbers?: ReadonlyMap<number, string>,
): File {
  const ids = numbers && new Map([...numbers].map(([id, number]) => [equalKey(number), id]));
  const ofAll = apartment_id === null ? '' : `${ids ? '' : 'id '}${apartment_id}`;
  const referenceTo = (apartment: string) => {
    if (apartment === '') return ofAll;
    // A number that no apartment has must not be read as an id.
    return ids ? String(ids.get(equalKey(apartment)) ?? `"${apartment}"`) : apartment;
  };
  const rows = addresses.map(({ email, apartment }) => [
    email,
    role,
    String(condo_id),
    referenceTo(apartment),
  ]);
  const headings = ['email', 'role', 'condo_id', ids ? 'apartment_id' : 'Apartment number'];
  return new File([toImportCsv([headings, ...rows])], 'addresses.csv', { type: 'text/csv' });
}
