import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { userSearch } from '~/users/search';
import { userVisits, UserTrail } from '~/users/screens/user-trail';
import { aUser } from '../../support/builders';
import { hrefOf, renderScreen } from '../../support/on-screen';
import { api } from '../../support/stub-transport';
import { userPage } from './user-fixtures';

const VIEW = { role: 'renter', sort_by: 'name', sort_order: 'desc', page_size: 25 } as const;
const QUERY = { ...userSearch.defaults, ...VIEW, search: 'muster' };
const FIRST_PAGE = [aUser({ id: 1 }), aUser({ id: 2 })];

/** The page of a person, who can be changed, after the first page of the list. */
function Person() {
  const [id, setId] = useState(1);
  userVisits.useRemember(QUERY, FIRST_PAGE);
  return (
    <>
      <UserTrail userId={id} />
      <button type="button" onClick={() => setId(id + 1)}>
        Go on
      </button>
    </>
  );
}

test('the person after the last one of a page is the first of the next, and the way back leads there', async () => {
  api.on('GET /admin/users', ({ query }) =>
    userPage(query.page === '2' ? [aUser({ id: 3 })] : FIRST_PAGE, Number(query.page), 2),
  );
  const { press } = await renderScreen(<Person />);
  await press('Go on');
  expect(await hrefOf('Next person')).toBe('/users/3');
  expect(await hrefOf('Previous person')).toBe('/users/1');
  expect(api.queries('GET /admin/users')).toEqual([
    { ...VIEW, search: 'muster', page: '2', page_size: '25', with_total: 'true' },
  ]);
  await press('Go on');
  expect(await hrefOf('Previous person')).toBe('/users/2');
  // There is no third page.
  expect(screen.queryByRole('link', { name: 'Next person' })).toBeNull();
  const back = await hrefOf('Back to Users List');
  expect(back).toContain('/users?search=muster&page=2&');
  for (const [name, value] of Object.entries(VIEW)) expect(back).toContain(`&${name}=${value}`);
});
