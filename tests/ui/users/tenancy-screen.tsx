import { screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect } from 'vitest';
import { TenancyDialog } from '~/users/tenancy/tenancy-dialog';
import type { Tenancy, TenancyTask } from '~/users/tenancy/task';
import { aUser } from '../../support/builders';
import { renderScreen } from '../../support/on-screen';
import { api } from '../../support/stub-transport';

export const CREATE = 'POST /admin/user-condo-associations';
export const association = (id: number) => `/admin/user-condo-associations/${id}`;

export const HOME = { condo_id: 7, apartment_id: 31, apartment_number: '1A' };

export function tenancy(id: number, others: Partial<Tenancy>): Tenancy {
  const days = { since: null, until: null, state: 'current' } as const;
  return { ...HOME, ...days, id, user_id: id + 100, role: 'renter', name: 'Anna Rossi', ...others };
}

export const ANNA = tenancy(51, { until: '2026-12-31' });

/** State of the opened dialog: true once it has called `onDone`. */
export const dialog = { isDone: false };

/** Serves two apartments and a person before each test of the file that calls it. */
export function serveTenancies(): void {
  beforeEach(() => {
    dialog.isDone = false;
    api.serve({
      '/admin/users': [aUser({ id: 9, first_name: 'Mona' })],
      '/admin/users/9': aUser({ id: 9, first_name: 'Mona' }),
      '/admin/apartments': [
        { id: 31, condo_id: 7, apartment_number: '1A' },
        { id: 32, condo_id: 7, apartment_number: '2A' },
      ],
    });
    api.on(CREATE, () => ({ status: 201, body: { id: 60, user_id: 200 } }));
  });
}

/** Opens a task's dialog; its people are stored as they are listed. */
export async function open(task: TenancyTask, beside: ReactNode = null) {
  const people = 'tenancies' in task ? task.tenancies : [];
  const names = people.map(({ name }) => name);
  for (const one of people) api.serve({ [association(one.id)]: { ...one, names } });
  const opened = await renderScreen(
    <>
      {beside}
      <TenancyDialog task={task} onDone={() => (dialog.isDone = true)} />
    </>,
  );
  await screen.findByRole('dialog');
  await screen.findByRole('button', { name: 'Cancel' });
  const choose = async (label: string, option: RegExp) => {
    await opened.user.click(await screen.findByLabelText(label));
    await opened.user.click(await screen.findByRole('option', { name: option }));
  };
  return { ...opened, choose };
}

/** Chooses a new person of this name or address. */
export async function enter(typed: string, beside: ReactNode = null) {
  api.serve({ '/admin/users': [] });
  const opened = await open({ kind: 'begin', ...HOME }, beside);
  await opened.user.type(await screen.findByLabelText('Person'), typed);
  await opened.user.click(await screen.findByRole('option', { name: /^New person/ }));
  await waitFor(() => expect(screen.queryByRole('listbox', { name: 'Options' })).toBeNull());
  return opened;
}

export const CHECK = `PUT ${association(60)}`;
export const REMOVE = `DELETE ${association(60)}`;
export const REMOVE_USER = 'DELETE /admin/users/200';

/** An association begins, and can be taken back. */
export function begins(fields: object = {}): void {
  const begun = { id: 60, user_id: 200, version: '"new"', ended: null, state: 'current' };
  api.on(CREATE, () => ({ status: 201, body: { ...begun, ...fields } }));
  api.on(CHECK, () => ({ status: 200, body: begun, etag: begun.version }));
  for (const call of [REMOVE, REMOVE_USER]) api.on(call, () => ({ status: 204 }));
}
