import { screen } from '@testing-library/react';
import { userSearch } from '~/users/search';
import { UsersPage } from '~/users/screens/users-page';
import { renderScreen } from '../../support/on-screen';
import { api } from '../../support/stub-transport';
import { ANNA, IDLE, LUCA, userPage } from './user-fixtures';

export const LIST_CALL = 'GET /admin/users';
export const CONDOS_CALL = 'GET /admin/condos';

/** Three people on one page, and two buildings. */
export function answerWithPeople(): void {
  const seestrasse = { id: 7, name: 'Seestrasse 7', zip_code: '8002', city: 'Zürich' };
  api
    .serve({ '/admin/condos': [seestrasse, { id: 8, name: 'Höfli 8' }] })
    .on(LIST_CALL, () => userPage([ANNA, LUCA, IDLE]));
}

/** The user list at the address of this search. */
export async function openUsers(search: Record<string, unknown> = {}) {
  const opened = await renderScreen(
    (params) => <UsersPage query={userSearch.read(params)} />,
    '/users',
  );
  await opened.router.navigate({ to: '/users', search });
  return opened;
}

export const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) });
export const lastQuery = () => api.made(LIST_CALL).at(-1)?.query;
