import type { CondoQuery } from '~/data/condos/condo-search';

type Sorting = Pick<CondoQuery, 'sort_by' | 'sort_order'>;

/** A click on a column's header: the active one toggles, another starts at desc (docs/behaviour.md, "Buildings"). */
export function nextSort(current: Sorting, column: Sorting['sort_by']): Sorting {
  const toggled = current.sort_order === 'asc' ? 'desc' : 'asc';
  return { sort_by: column, sort_order: current.sort_by === column ? toggled : 'desc' };
}
