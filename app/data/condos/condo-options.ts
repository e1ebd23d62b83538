import type { Condo } from '~/contract/condo-reading';
import { t } from '~/lib/texts';
import { condoSearch } from './condo-search';
import { condoQueries } from './condos.queries';

/** A building to choose; the place distinguishes buildings of the same name. */
export interface CondoOption {
  value: number;
  label: string;
  description: string;
}

/** For selects over all buildings, by name; shares the building list's cache. */
export const allCondosQuery = {
  ...condoQueries.list(condoSearch.defaults),
  select: toCondoOptions,
};

/** A label for a building of which only the id is known. */
export function unnamedCondo(id: number): string {
  return t`Building ${id}`;
}

export function toCondoOptions(condos: readonly Condo[]): CondoOption[] {
  const options: CondoOption[] = [];
  for (const { id, name, zip_code, city } of condos) {
    if (id === null) continue;
    const description = [zip_code, city].filter(Boolean).join(' ');
    options.push({ value: id, label: name?.trim() || unnamedCondo(id), description });
  }
  return options;
}
