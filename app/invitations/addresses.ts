import { toImportCsv } from '~/fields/csv-text';
import { equalKey } from '~/fields/search-text';

/** An address of a pasted text, and the apartment in the cell to its right. */
interface InvitedAddress {
  email: string;
  /** The apartment as written; empty without one. */
  apartment: string;
}

const LINE_END = /[\r\n\v\f\u0085\u2028\u2029]+/;

/**
 * Reads addresses in the forms that people paste (docs/behaviour/invitations.md, "Invite several"). A line
 * or a part between semicolons without any address is returned as it is, so that the preview reports it.
 */
export function readAddresses(text: string): InvitedAddress[] {
  return text.split(LINE_END).flatMap((line) => {
    const cells = line.split('\t');
    const at = cells.length === 1 ? 0 : cells.findIndex((cell) => cell.includes('@'));
    const apartment = at < 0 ? '' : (cells[at + 1] ?? '').trim();
    return emailsOf(cells[at] ?? cells.join(' ')).map((email) => ({ email, apartment }));
  });
}

/** Tokens: a text in angle brackets, a quoted text, a separator, a word. */
const TOKEN = /<([^<>]*)>|"([^"]*)"|([;,])|([^\s<>",;]+)/g;

function emailsOf(text: string): string[] {
  const emails: string[] = [];
  let words: string[] = [];
  /** Words next to an address are a name. A name may contain a comma, so words wait for the next token. */
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
    // For an address without a name, Outlook writes the address twice.
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
  /** The apartment for rows that name none. */
  apartment_id: number | null;
}

/**
 * Writes the addresses as a file for the import of invitations. Apartments are named by number. With
 * `numbers`, the building's apartment numbers by id, the file has ids, as in the wire contract.
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
    // The quotes keep a number without a matching apartment from being read as an id.
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
