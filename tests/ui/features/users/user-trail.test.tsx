import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { userSearch } from '~/data/users/user-search';
import { userVisits, UserTrail } from '~/features/users/user-trail';
import { aUser } from '../../../support/builders';
import { renderScreen } from '../../../support/render-screen';
import { api } from '../../../support/stub-transport';

const QUERY = { ...userSearch.defaults, search: 'muster' };
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
  api.on('GET /admin/users', ({ query }) => ({
    body: {
      data: query.page === '2' ? [aUser({ id: 3 })] : FIRST_PAGE,
      pagination: { current_page: Number(query.page), total_pages: 2 },
    },
  }));
  const { user } = await renderScreen(<Person />);
  await user.click(screen.getByRole('button', { name: 'Go on' }));
  const next = await screen.findByRole('link', { name: 'Next person' });
  expect(next).toHaveAttribute('href', '/users/3');
  expect(screen.getByRole('link', { name: 'Previous person' })).toHaveAttribute('href', '/users/1');
  expect(api.made('GET /admin/users').map(({ query }) => query)).toEqual([
    { search: 'muster', page: '2', page_size: '10', with_total: 'true' },
  ]);
  await user.click(screen.getByRole('button', { name: 'Go on' }));
  expect(await screen.findByRole('link', { name: 'Previous person' })).toHaveAttribute(
    'href',
    '/users/2',
  );
  // There is no third page.
  expect(screen.queryByRole('link', { name: 'Next person' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Back to Users List' })).toHaveAttribute(
    'href',
    expect.stringContaining('/users?search=muster&page=2&'),
  );
});
