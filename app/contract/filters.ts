import { fieldOf, type Field, type Fields, type FilterName } from './fields';

/** How a filter compares: with a part of a text, with one of a few values, with a record's id, or with one end of a range. */
type FilterKind = 'text' | 'choice' | 'reference' | 'number' | 'date';

/** One query parameter that narrows a list, by a field of its records. */
export interface Filter<Param extends string = string, Name extends string = string> {
  /** The field's name; of a range one for each end, as `number_of_units_min` and `date_built_to`. */
  param: Param;
  field: Name;
  kind: FilterKind;
  /** The end of a range, which belongs to it; null for any other kind. */
  end: 'least' | 'most' | null;
  label: string;
  /** How wide its control is, beside the others. */
  width: number;
  /** The values of a choice. */
  options: readonly string[];
}

type ParamOf<Name extends string, F> = F extends { kind: 'number' | 'integer' }
  ? `${Name}_min` | `${Name}_max`
  : F extends { kind: 'date' }
    ? `${Name}_from` | `${Name}_to`
    : Name;

/** The query parameters of a table's filters. */
export type FilterParam<T extends Fields> = {
  [Name in FilterName<T>]: ParamOf<Name, T[Name]>;
}[FilterName<T>];

/** The filters of a list, in the order of the table: search params, schemas, WHERE, preview and controls derive from them. */
export function filtersOf<T extends Fields>(
  fields: T,
): ReadonlyArray<Filter<FilterParam<T>, FilterName<T>>>;
export function filtersOf(fields: Fields): readonly Filter[] {
  return Object.keys(fields).flatMap((name) => filtersOfField(name, fieldOf(fields, name)));
}

function filtersOfField(name: string, field: Field): Filter[] {
  const { filter: width, label } = field;
  if (width === undefined) return [];
  const options = field.kind === 'choice' ? field.options : [];
  const one = { param: name, field: name, label, width, options, end: null };
  switch (field.kind) {
    case 'number':
    case 'integer':
      return range({ ...one, kind: 'number' }, { least: '_min', most: '_max' });
    case 'date':
      return range({ ...one, kind: 'date' }, { least: '_from', most: '_to' });
    case 'choice':
    case 'reference':
      return [{ ...one, kind: field.kind }];
    default:
      return [{ ...one, kind: 'text' }];
  }
}

function range(filter: Filter, suffixes: Readonly<Record<'least' | 'most', string>>): Filter[] {
  return (['least', 'most'] as const).map((end) => ({
    ...filter,
    end,
    param: filter.param + suffixes[end],
    label: `${filter.label}, ${end === 'least' ? 'from' : 'to'}`,
  }));
}

/** Whether a value passes a filter that is not a text; an empty one narrows nothing. */
export function passes({ kind, end }: Filter, value: unknown, wanted: string): boolean {
  if (wanted === '') return true;
  if (value === null || value === undefined) return false;
  if (end === null) return String(value) === wanted;
  const [a, b] =
    kind === 'number' ? [Number(value), Number(wanted)] : [String(value).slice(0, 10), wanted];
  return end === 'least' ? a >= b : a <= b;
}
