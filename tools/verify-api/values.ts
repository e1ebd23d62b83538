import { fieldsOf, readNumber } from '~/contract/reading';
import { describeValue } from './conformity';
import type { Problem } from './report';
import { error } from './walk';

/** Each field must be present with the value that was sent; a number may be text, surrounding spaces may be removed. */
export function holds(json: unknown, sent: Readonly<Record<string, string | number>>): Problem[] {
  const found = fieldsOf(json);
  return Object.entries(sent).flatMap(([name, value]) =>
    isSame(found[name], value)
      ? []
      : [error(`$.${name}`, `${describeValue(value)} as it was sent`, describeValue(found[name]))],
  );
}

function isSame(found: unknown, sent: string | number): boolean {
  if (typeof sent === 'number') return readNumber(found) === sent;
  return typeof found === 'string' ? found.trim() === sent.trim() : String(found) === sent;
}
