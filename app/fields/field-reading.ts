import { fieldOf, KIND_VALUES, mapNames, type Field, type Fields, type ReadRecord } from './fields';
import { readBoolean, readId, readNumber, readText, type Fields as Answer } from './reading';

/** The lenient reader of an entity (reading.ts), derived from its table. */
export function readerOf<T extends Fields>(fields: T): (answer: Answer) => ReadRecord<T>;
export function readerOf(fields: Fields): (answer: Answer) => Record<string, unknown> {
  const readers = Object.keys(fields).map(
    (name) => [name, readerFor(fieldOf(fields, name))] as const,
  );
  // Spreading a prepared object is several times cheaper than setting each field, and a list has up to
  // 10,000 rows.
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

const READERS = { string: readText, number: readNumber, integer: readNumber, id: readId };

function readerFor(field: Field): (value: unknown) => unknown {
  return field.kind === 'boolean'
    ? (value) => readBoolean(value) ?? field.otherwise
    : READERS[KIND_VALUES[field.kind]];
}
