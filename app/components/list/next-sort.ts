/** How a list is sorted, by its search params. */
export interface Sorting<Column extends string> {
  sort_by: Column;
  sort_order: 'asc' | 'desc';
}

/** A click on a column's header: the active one toggles, another starts at desc (docs/behaviour.md, "Buildings"). */
export function nextSort<Column extends string>(
  current: Sorting<Column>,
  column: Column,
): Sorting<Column> {
  const toggled = current.sort_order === 'asc' ? 'desc' : 'asc';
  return { sort_by: column, sort_order: current.sort_by === column ? toggled : 'desc' };
}
