import { fieldOf, type Field, type Fields, type FilterName } from './fields';

/**
 * Comparisons: part of a text, names of a canton, one of a few values, a record's id, or the end of a
 * range.
 */
type FilterKind = 'text' | 'canton' | 'choice' | 'reference' | 'number' | 'date';

/** One query parameter that filters a list by a field of its records. */
export interface Filter<Param extends string = string, Name extends string = string> {
  /**
   * The field's name. A range has one parameter for each end, such as `number_of_units_min` and
   * `date_built_to`.
   */
  param: Param;
  field: Name;
  kind: FilterKind;
  /** The end of a range, which is included; null for any other kind. */
  end: 'least' | 'most' | null;
  label: string;
  /** Relative width of the control. */
  width: number;
  options: readonly string[];
}

type ParamOf<Name extends string, F> = F extends { kind: 'number' | 'integer' }
  ? `${Name}_min` | `${Name}_max`
  : F extends { kind: 'date' }
    ? `${Name}_from` | `${Name}_to`
    : Name;

export type FilterParam<T extends Fields> = {
  [Name in FilterName<T>]: ParamOf<Name, T[Name]>;
}[FilterName<T>];

/**
 * Filters of a list, in table order. Search params, schemas, SQL conditions, preview and controls use them.
 */
export function filtersOf<T extends Fields>(
  fields: T,
): ReadonlyArray<Filter<FilterParam<T>, FilterName<T>>>;
export function filtersOf(fields: Fields): readonly Filter[] {
  return Object.keys(fields).flatMap((name) => filtersOfField(name, fieldOf(fields, name)));
}

function filtersOfField(name: string, field: Field): Filter[] {
  const { filter: width, label, kind } = field;
  if (width === undefined) return [];
  const filter = { param: name, field: name, label, width, options: [], end: null };
  if (kind === 'number' || kind === 'integer') {
    return range({ ...filter, kind: 'number' }, ['_min', '_max']);
  }
  if (kind === 'date') return range({ ...filter, kind }, ['_from', '_to']);
  if (kind === 'text' && field.isCanton) return [{ ...filter, kind: 'canton' }];
  if (kind === 'choice') return [{ ...filter, kind, options: field.options }];
  return [{ ...filter, kind: kind === 'reference' ? kind : 'text' }];
}

function range(filter: Filter, [least, most]: readonly [string, string]): Filter[] {
  const { param } = filter;
  return [
    { ...filter, end: 'least', param: param + least },
    { ...filter, end: 'most', param: param + most },
  ];
}

/** True for a filter by words or a canton. Its input suggests existing values. */
export function isTextFilter({ kind }: Filter): boolean {
  return kind === 'text' || kind === 'canton';
}

/** True if a value passes a filter of any kind but text and canton. An empty filter passes every value. */
export function passes({ kind, end }: Filter, value: unknown, filterValue: string): boolean {
  if (filterValue === '') return true;
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  if (end === null) return String(value) === filterValue;
  const [a, b] =
    kind === 'number'
      ? [Number(value), Number(filterValue)]
      : [String(value).slice(0, 10), filterValue];
  return end === 'least' ? a >= b : a <= b;
}
