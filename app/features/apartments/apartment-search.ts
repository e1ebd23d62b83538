import type { SearchSchemaInput } from '@tanstack/react-router';
import { readText } from '~/contract/reading';

export interface ApartmentSearch {
  /** Part of a unit number; empty means all. */
  search: string;
}

export const APARTMENT_SEARCH_DEFAULTS: ApartmentSearch = { search: '' };

interface Untrusted {
  search?: unknown;
}

/** Reads the list's search params. Not a schema, see readCondoSearch. */
export function readApartmentSearch(raw: Untrusted): ApartmentSearch {
  return { search: readText(raw.search) ?? '' };
}

/** The same for the router; SearchSchemaInput makes every param optional in links. */
export function validateApartmentSearch(raw: Untrusted & SearchSchemaInput): ApartmentSearch {
  return readApartmentSearch(raw);
}
