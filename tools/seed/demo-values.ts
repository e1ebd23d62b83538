import { fieldOf, writableNames, type Field, type Fields } from '~/fields/fields';
import type { Random } from './random';

/**
 * Values for fields that a record of the demonstration lacks, by their kinds, so that a new field needs
 * only the field table. Null if only the record's maker could know a value.
 */
export function demoValues(fields: Fields, known: object, random: Random): Record<string, unknown> {
  const names = writableNames(fields).filter((name) => !(name in known));
  return Object.fromEntries(names.map((name) => [name, demoValue(fieldOf(fields, name), random)]));
}

function demoValue(field: Field, random: Random): string | number | boolean | null {
  switch (field.kind) {
    case 'text':
      return `${field.label} ${random.int(1, 99)}`.slice(0, field.max);
    case 'number':
    case 'integer':
      return 1 + field.step * random.int(0, 20);
    case 'choice':
      return random.pick(field.options);
    case 'boolean':
      return random.chance(0.5);
    case 'date':
      return `${random.int(2010, 2022)}-01-${random.int(10, 28)}`;
    case 'url':
      return `https://www.example.com/${random.int(1, 99)}`;
    case 'email':
    case 'id':
    case 'image':
    case 'instant':
    case 'parking':
    case 'reference':
      return null;
  }
}
