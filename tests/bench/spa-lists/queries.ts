import { queryOptions } from '@tanstack/react-query';
import { readApartment, type Apartment } from '~/apartments/fields';
import { readCondo, type Condo } from '~/condos/fields';
import { fieldsOf, readList } from '~/fields/reading';

/** The path of a call, and what its answer is read as. */
export type Source<T> = readonly [path: string, read: (answer: unknown) => T];

async function call(path: string): Promise<unknown> {
  const authorization = `Bearer ${localStorage.getItem('access_token') ?? ''}`;
  return (await fetch(`/api/admin${path}`, { headers: { authorization } })).json();
}

export const queryOf = <T>([path, read]: Source<T>) =>
  queryOptions({ queryKey: [path], queryFn: async () => read(await call(path)) });

export const CONDOS: Source<Condo[]> = [
  '/condos?sort_by=name&sort_order=asc',
  (answer) => readList(answer, readCondo),
];

export const condosQuery = queryOf(CONDOS);

export const condoQuery = (id: number) =>
  queryOf([`/condos/${id}`, (answer) => readCondo(fieldsOf(answer))]);

export const apartmentsOf = (search = ''): Source<Apartment[]> => [
  `/apartments${search}`,
  (answer) => readList(answer, readApartment),
];
