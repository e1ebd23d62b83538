import type { MiddlewareHandler } from 'hono';
import { forbidden, invalidField } from './api-error';
import { ADDRESS_IN_PLACE, hidesPersonalData, hiding } from './hiding';
import type { ApiContext, ApiEnv } from './router';
import type { JsonList } from './unpaged-list';

/*
 * Filter for tokens without personal data (docs/behaviour/account.md, "With personal data"). One list of
 * fields and one pass cover every answer, including errors and streamed lists.
 */

/** Names of fields with e-mail addresses, phones and notes, also with a prefix as in `author_email`. */
const PERSONAL_FIELD = /(?:^|_)(?:e?mail|phone|notes?)$/;

/** An e-mail address within a text or a URL, such as the name of a person who has no other name. */
const ADDRESS = String.raw`[^\s<>()[\]{},;:"|/\\=?&@]{1,320}(?:@|%40)(?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]{2,}`;
/** An address after a name: "Anna Muster (anna@example.ch)" becomes "Anna Muster". */
const AFTER_NAME = new RegExp(String.raw` \(${ADDRESS}\)`, 'giu');
const ANY_ADDRESS = new RegExp(ADDRESS, 'giu');

/** Removes personal fields, changes of such fields, and e-mail addresses within texts. */
export function withoutPersonalData<T>(value: T): T;
export function withoutPersonalData(value: unknown): unknown {
  if (typeof value === 'string') return withoutAddresses(value);
  if (isList(value)) return value.filter(isShown).map((one) => withoutPersonalData(one));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const shown = Object.entries(value).filter(([name]) => isShownName(name, value));
  return Object.fromEntries(
    shown.map(([name, one]) => [withoutAddresses(name), withoutPersonalData(one)]),
  );
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/**
 * True if a field may be returned. The version of a proposed row is a hash of the whole record, from which
 * phones could be guessed.
 */
function isShownName(name: string, of: object): boolean {
  return !PERSONAL_FIELD.test(name) && (name !== 'version' || !('values' in of));
}

/** False for a change of a personal field. A review names the field by `field`, the history by `name`. */
function isShown(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('old' in value && 'new' in value))
    return true;
  return !Object.entries(value).some(
    ([key, name]) => (key === 'field' || key === 'name') && isPersonal(name),
  );
}

const isPersonal = (name: unknown) => typeof name === 'string' && PERSONAL_FIELD.test(name);

function withoutAddresses(text: string): string {
  if (!text.includes('@') && !text.includes('%40')) return text;
  return text.replaceAll(AFTER_NAME, '').replaceAll(ANY_ADDRESS, ADDRESS_IN_PLACE);
}

/** Query parameters whose value is the name of a field. */
const NAMING = new Set(['sort_by', 'field']);

/**
 * Removes personal data from every answer to a token without access to it. Lists cannot be sorted or
 * filtered by a hidden field, since the order would reveal its values.
 * @throws ApiError 422
 */
export function leaveOutPersonalData(): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    if (c.req.method === 'OPTIONS') return next();
    const isHiding = c.get('session').apiToken?.personalData === false;
    if (!isHiding) return hiding.run(false, next);
    for (const [name, values] of Object.entries(c.req.queries())) {
      if (isPersonal(name) || (NAMING.has(name) && values.some(isPersonal)))
        throw invalidField(name, 'token_without_personal_data');
    }
    await hiding.run(true, next);
    const { res } = c;
    const isJson = res.headers.get('content-type')?.startsWith('application/json');
    if (c.get('isCleared') || !isJson || res.body === null) return undefined;
    const body: unknown = JSON.parse(await res.text());
    const { status, headers } = res;
    // Reset first, as Hono would merge the headers of the earlier answer.
    c.res = undefined;
    c.res = new Response(JSON.stringify(withoutPersonalData(body)), { status, headers });
    return undefined;
  };
}

/** Removes personal data from a list batch by batch, since all of it would be too long for one text. */
export function clearList(c: ApiContext, { first, rest, version }: JsonList): JsonList {
  c.set('isCleared', true);
  return { first: clearRows(first), rest: rest && clearBatches(rest), version };
}

async function* clearBatches(batches: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const rows of batches) yield clearRows(rows);
}

/** Filters rows as JSON, with commas between them. */
function clearRows(rows: string): string {
  return JSON.stringify(withoutPersonalData(JSON.parse(`[${rows}]`))).slice(1, -1);
}

/** Requires a token with personal data, or a session. @throws ApiError 403 */
export function requirePersonalData(): void {
  if (hidesPersonalData()) throw forbidden('token_without_personal_data');
}
