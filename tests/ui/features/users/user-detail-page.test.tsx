import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { UserDetailPage } from '~/features/users/user-detail-page';
import { api } from '../../../support/stub-transport';
import { renderScreen } from '../../../support/render-screen';
import { ANNA, IDLE, LUCA } from './user-fixtures';

beforeEach(() => {
  api.on('GET /admin/users/3', () => ({ body: ANNA }));
});

const open = (userId: number | null) => renderScreen(<UserDetailPage userId={userId} />);

const title = () => screen.getByRole('heading', { level: 1 });

/** The value of a label in the list of facts. */
async function fact(label: string): Promise<string | null | undefined> {
  const term = await screen.findByText(label, { selector: 'dt' });
  return term.nextElementSibling?.textContent;
}

describe('user detail', () => {
  it('shows everything the specification names', async () => {
    await open(3);
    expect(await fact('Email')).toBe('anna@example.ch');
    expect(await fact('Status')).toBe('Active');
    expect(await fact('Email Verified')).toBe('Yes');
    expect(await fact('Created At')).toMatch(/^Mar 5, 2025, \d+:00/);
    expect(await fact('Updated At')).toMatch(/^Apr 6, 2025, /);
    expect(await fact('Last Login')).toMatch(/^May 7, 2025, /);
    expect(title()).toHaveTextContent('User Details Anna Meier');
    // Once on the page: whoever looks for the person finds one place.
    expect(screen.getAllByText('Anna Meier')).toHaveLength(1);
    expect(screen.getByRole('img')).toHaveAttribute('src', ANNA.profile_picture);
    const cells = within(screen.getByRole('table'))
      .getAllByRole('row')
      .map((line) => Array.from(line.children, (cell) => cell.textContent));
    expect(cells).toEqual([
      ['Condo', 'Apartment', 'Role'],
      ['Seestrasse 7', '1A', 'Owner'],
      ['8', '-', 'Building Manager'],
    ]);
    expect(screen.getByRole('link', { name: 'Back to Users List' })).toHaveAttribute(
      'href',
      '/users',
    );
    expect(screen.getByRole('link', { name: 'Edit' })).toHaveAttribute('href', '/users/3/edit');
  });

  it('says Never and No where that is so', async () => {
    api.on('GET /admin/users/4', () => ({ body: LUCA }));
    await open(4);
    expect(await fact('Last Login')).toBe('Never');
    expect(await fact('Email Verified')).toBe('No');
    expect(await fact('Updated At')).toBe('-');
  });

  it('is missing where the API answers null', async () => {
    api.on('GET /admin/users/6', () => ({ body: null }));
    await open(6);
    expect(await screen.findByText('User not found.')).toBeVisible();
    expect(title()).toHaveTextContent(/^User Details$/);
  });

  it('offers no Edit for an inactive user', async () => {
    api.on('GET /admin/users/5', () => ({ body: IDLE }));
    await open(5);
    expect(await fact('Status')).toBe('Inactive');
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
    expect(screen.getByText('No associations found.')).toBeVisible();
  });

  it('leaves it to the API whether there is an id beyond 32 bits', async () => {
    api.on('GET /admin/users/9999999999', () => ({ status: 404, body: { detail: 'Not found' } }));
    await open(9_999_999_999);
    expect(await screen.findByText('User not found.')).toBeVisible();
  });

  it('says when the user is missing, with no call for an address that names none', async () => {
    api.on('GET /admin/users/9', () => ({ status: 404, body: { detail: 'User not found' } }));
    await open(9);
    expect(await screen.findByText('User not found.')).toBeVisible();
    expect(api.calls).toHaveLength(1);
  });

  it('makes no call for an address that names no user', async () => {
    await open(null);
    expect(await screen.findByText('User not found.')).toBeVisible();
    expect(api.calls).toHaveLength(0);
  });
});
