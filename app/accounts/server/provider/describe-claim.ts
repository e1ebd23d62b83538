import type { IDToken, JsonValue } from 'openid-client';

/** Claims that say who somebody is: OpenID Connect Core 1.0, section 5.1, and those of Entra ID. */
const PERSONAL = /^(?:sub|oid|upn|.*name|.*mail|phone_number|birthdate|profile|picture|website)$/;
const LIMIT_CHARS = 200;
const VALUES_LIMIT = 50;

/** The form and the values of a claim, in one line for people. Values that name the person are left out. */
export function describeClaim(token: IDToken, name: string): string {
  const personal = Object.entries<unknown>(token)
    .filter(([claim]) => PERSONAL.test(claim))
    .flatMap(([, value]) => String(value).toLowerCase().split(/\s+/).filter(Boolean));
  const say = (value: JsonValue) => {
    const text = typeof value === 'object' ? '(nested)' : String(value);
    const isPersonal = personal.some((word) => text.toLowerCase().includes(word));
    return isPersonal || text.includes('@') ? '(personal)' : text;
  };
  const [form, values] = takeApart(token, token[name] ?? undefined);
  const line = `${form}: ${values.slice(0, VALUES_LIMIT).map(say).join(', ')}`;
  return line.slice(0, LIMIT_CHARS).replaceAll(/\p{C}/gu, '?');
}

function takeApart(token: IDToken, claim?: JsonValue): [form: string, values: JsonValue[]] {
  if (claim === undefined) return ['none, but these claims', Object.keys(token)];
  if (Array.isArray(claim)) return ['a list', claim];
  if (typeof claim === 'object' && claim) return ['an object with the keys', Object.keys(claim)];
  return [`a ${typeof claim}`, [claim]];
}
