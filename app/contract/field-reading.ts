import { fieldOf, mapNames, type Field, type Fields, type ReadRecord } from './fields';
import { readBoolean, readId, readNumber, readText, type Fields as Answer } from './reading';

/**
 * A lenient reader of an entity (see reading.ts), derived from its table: unknown fields are ignored, a missing or
 * unreadable one is null.
 */
export function readerOf<T extends Fields>(fields: T): (answer: Answer) => ReadRecord<T>;
export function readerOf(fields: Fields): (answer: Answer) => Record<string, unknown> {
  const readers = Object.keys(fields).map(
    (name) => [name, readerFor(fieldOf(fields, name))] as const,
  );
  // A copy of a whole object is several times cheaper than one that gets its fields one by one, and a list has 10,000.
  const empty: Readonly<Record<string, unknown>> = mapNames(Object.keys(fields), () => null);
  return (answer) => {
    const record = { ...empty };
    for (const [name, read] of readers) {
      const value = read(answer[name]);
      if (value !== null) record[name] = value;
    }
    return record;
  };
}

function readerFor(field: Field): (value: unknown) => unknown {
  switch (field.kind) {
    case 'id':
    case 'reference':
      return readId;
    case 'number':
    case 'integer':
      return readNumber;
    case 'boolean':
      return (value) => readBoolean(value) ?? field.otherwise;
    case 'text':
    case 'email':
    case 'url':
    case 'date':
    case 'parking':
    case 'choice':
    case 'image':
    case 'instant':
      return readText;
  }
}
