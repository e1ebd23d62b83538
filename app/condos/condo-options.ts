import type { Condo } from './condo-reading';
import { t } from '~/language/texts';
import { condoSearch } from './condo-search';
import { condoQueries } from './queries';

/** For selects over all buildings, by name; shares the building list's cache. */
export const allCondosQuery = {
  ...condoQueries.list(condoSearch.defaults),
  select: toCondoOptions,
};

export function unnamedCondo(id: number): string {
  return t`Building ${id}`;
}

/** The place distinguishes buildings of the same name. */
function toCondoOptions(condos: readonly Condo[]) {
  return condos.flatMap(({ id, name, zip_code, city }) => {
    const description = [zip_code, city].filter(Boolean).join(' ');
    return id === null ? [] : [{ value: id, label: name?.trim() || unnamedCondo(id), description }];
  });
}

export type CondoOption = ReturnType<typeof toCondoOptions>[number];
