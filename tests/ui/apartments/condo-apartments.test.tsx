import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { fieldsOf } from '~/fields/reading';
import { anApartment } from '../../support/builders';
import { button, dialog, field, renderScreen, rowTexts, textsOf } from '../../support/on-screen';
import { api } from '../../support/stub-transport';
import { CondoScreen } from '../condos/condo-screen';
import { CONDO } from '../condos/condo-fixtures';

const PATH = '/admin/apartments';
const LIST_CALL = `GET ${PATH}`;
const CREATE_CALL = `POST ${PATH}`;
const UPDATE_CALL = `PUT ${PATH}/31`;
const DELETE_CALL = `DELETE ${PATH}/31`;

const FIRST = anApartment({ id: 31, condo_id: 7 });
const SECOND = { id: 32, condo_id: 7, apartment_number: '1B', parking_spot_number: 'None' };

beforeEach(() => {
  api.serve({ '/admin/condos/7': CONDO, [PATH]: [FIRST, SECOND] });
});

const row = (number: string) => screen.getByRole('row', { name: new RegExp(`^${number} `) });
const inRow = (number: string, name: string) => within(row(number)).getByRole('button', { name });
const noForm = () => waitFor(() => expect(screen.queryByLabelText('Apartment Number')).toBeNull());
const spots = () =>
  textsOf(within(screen.getByRole('list', { name: 'Parking spots' })).getAllByRole('listitem'));

async function open() {
  const opened = await renderScreen(<CondoScreen condoId={7} />, '/condos/7');
  await screen.findByRole('heading', { name: 'Apartments in this Building' });
  await waitFor(() => expect(screen.queryByText('Loading apartments...')).toBeNull());
  /** Opens a form, whose code comes after the page. */
  const openForm = async (opener: HTMLElement) => {
    await opened.user.click(opener);
    await screen.findByLabelText('Apartment Number');
  };
  const add = () => openForm(button('Add Apartment'));
  const edit = (number: string) => openForm(inRow(number, 'Edit'));
  return { ...opened, add, edit };
}

const sentNumbers = () => api.sent(CREATE_CALL).map((body) => fieldsOf(body).apartment_number);

describe("a building's apartments", () => {
  it('are in a table with the specified columns', async () => {
    await open();
    expect(api.queries(LIST_CALL)).toEqual([{ condo_id: '7' }]);
    const [headers, first, second] = rowTexts();
    expect(headers?.join(' | ')).toBe(
      'Number | Floor | Rooms | Bathrooms | Parking Spot | Sqmt | Notes | Actions',
    );
    expect(first?.slice(0, 7)).toEqual(['1A', '2', '3.5', '1', 'P1,P2', '82.5', 'Balcony']);
    expect(second?.slice(0, 7)).toEqual(['1B', '-', '-', '-', 'None', '-', '-']);
    expect(inRow('1A', 'Edit')).toHaveAccessibleDescription('1A');
  });

  it('may be none', async () => {
    api.serve({ [PATH]: [] });
    await open();
    expect(screen.getByText('No apartments found.')).toBeVisible();
  });

  it('may fail to load without taking the building away', async () => {
    api.on(LIST_CALL, () => ({ status: 503 }));
    const { press } = await open();
    expect(await screen.findByText('Error loading apartments.')).toBeVisible();
    expect(screen.getByText('By the lake.')).toBeVisible();
    api.serve({ [PATH]: [FIRST] });
    await press('Retry');
    expect(await screen.findByText('Balcony')).toBeVisible();
  });
});

const shownNumbers = () => rowTexts().map(([number]) => number);
const shown = (...expected: string[]) =>
  waitFor(() => expect(shownNumbers()).toEqual(['Number', ...expected]));
const sortOf = (name: string) =>
  screen.getByRole('columnheader', { name }).getAttribute('aria-sort');

describe('the order of the apartments', () => {
  const UNITS = [
    { apartment_number: '2', floor_number: 1, sqmt: 82.5, parking_spot_number: 'None', notes: 'a' },
    { apartment_number: '9', floor_number: null, sqmt: null, parking_spot_number: 'P2', notes: '' },
    { apartment_number: '10', floor_number: 3, sqmt: 82.25, parking_spot_number: 'P10' },
  ].map((unit, index) => anApartment({ id: index + 1, condo_id: 7, notes: null, ...unit }));

  beforeEach(() => void api.serve({ [PATH]: UNITS }));

  it('is that of the headers, as people count, without a call; what has no value comes last', async () => {
    const { press, router } = await open();
    await shown('2', '9', '10');
    expect([sortOf('Number'), sortOf('Floor'), sortOf('Actions')]).toEqual([
      'ascending',
      'none',
      null,
    ]);
    for (const [header, ...expected] of [
      ['Number', '10', '9', '2'],
      ['Floor', '10', '2', '9'],
      ['Floor', '2', '10', '9'],
      ['Sqmt', '2', '10', '9'],
      ['Sqmt', '10', '2', '9'],
      ['Parking Spot', '10', '9', '2'],
      ['Parking Spot', '9', '10', '2'],
      ['Notes', '2', '9', '10'],
    ] as const) {
      await press(header);
      await shown(...expected);
    }
    expect([sortOf('Number'), sortOf('Notes')]).toEqual(['none', 'descending']);
    await waitFor(() =>
      expect(router.state.location.search).toEqual({ sort_by: 'notes', sort_order: 'desc' }),
    );
    expect(api.made(LIST_CALL)).toHaveLength(1);
  });

  it('is that of the address, where it names one', async () => {
    const { router } = await open();
    await router.navigate({ href: '/condos/7?sort_by=sqmt&sort_order=asc' });
    await shown('10', '2', '9');
    expect(sortOf('Sqmt')).toBe('ascending');
    await router.navigate({ href: '/condos/7?sort_by=rent&sort_order=up' });
    await shown('2', '9', '10');
    expect(sortOf('Number')).toBe('ascending');
  });
});

/** The widths of Number and Notes. */
const widths = () =>
  [...document.querySelectorAll('col')].flatMap(({ style }, index) =>
    index === 0 || index === 6 ? style.width : [],
  );

it('without notes the people get the width of their column', async () => {
  const { queryClient } = await open();
  expect(widths()).toEqual(['18%', '']);
  api.serve({ [PATH]: [SECOND, { ...FIRST, notes: ' ' }] });
  await queryClient.invalidateQueries();
  await waitFor(() => expect(widths()[0]).toBe(''));
  expect(widths()[1]).toMatch(/rem/);
});

describe('adding an apartment', () => {
  it('toggles between Add Apartment and Cancel, the focus following', async () => {
    const { press, add } = await open();
    await add();
    await waitFor(() => expect(field('Apartment Number')).toHaveFocus());
    expect(field('None')).toBeChecked();
    await press('Cancel');
    await noForm();
    expect(button('Add Apartment')).toHaveFocus();
  });

  it('sends the wire body, refreshes the table and closes the form', async () => {
    const added = { id: 33, condo_id: 7, apartment_number: '2A' };
    api.accept(CREATE_CALL, { [PATH]: [FIRST, SECOND, added] }, { status: 201 });
    const { user, press, add } = await open();
    await add();
    await user.type(field('Apartment Number'), ' 2A ');
    await user.type(field('Rooms'), '2.5');
    await user.type(field('Parking Spots'), 'P9{Enter}');
    await press('Create Apartment');
    // The toast is drawn again when its frame has been loaded.
    await waitFor(() => expect(screen.getByText('Apartment added')).toBeVisible());
    expect(api.sent(CREATE_CALL)).toEqual([
      { condo_id: 7, apartment_number: '2A', bedrooms: 2.5, parking_spot_number: 'P9' },
    ]);
    await noForm();
    expect(button('Add Apartment')).toHaveFocus();
    await waitFor(() => expect(row('2A')).toBeVisible());
  });

  it('shows a rejected field and goes there after the dialog', async () => {
    api.reject(CREATE_CALL, 422, 'No such floor', 'floor_number');
    const { user, press, add, acknowledge } = await open();
    await add();
    await user.type(field('Apartment Number'), '1A');
    await user.type(field('Floor Number'), '99');
    await press('Create Apartment');
    await acknowledge('Error', 'No such floor');
    expect(screen.getByText('No such floor')).toBeVisible();
    await waitFor(() => expect(field('Floor Number')).toHaveFocus());
  });
});

describe('adding one apartment after the other', () => {
  beforeEach(() => {
    api.on(CREATE_CALL, () => ({ status: 201, body: { id: 33 } }));
  });

  it('Ctrl+Enter says what was added, keeps what is often the same, proposes the next number and goes there', async () => {
    const { user, press, add } = await open();
    await add();
    await user.keyboard('301{Tab}3{Tab}3,5{Tab}1{Tab}82,5');
    await user.type(field('Notes'), 'Corner{Control>}{Enter}{/Control}');
    await waitFor(() => expect(field('Apartment Number')).toHaveValue('302'));
    expect(screen.getByText(/^301 added, 3 of \d+ units$/)).toBeVisible();
    expect(screen.getByRole('list', { name: 'Just added' })).toHaveTextContent(
      '301, floor 3, 3.5 rooms, 82.5 m²',
    );
    expect(screen.queryByText('Apartment added')).toBeNull();
    expect(field('Apartment Number')).toHaveFocus();
    const kept = ['Floor Number', 'Rooms', 'Bathrooms', 'Square Meters (Sqmt)', 'Notes'];
    expect(kept.map((label) => field(label).value)).toEqual(['3', '3.5', '1', '82.5', '']);
    // What differs from unit to unit comes first.
    await user.tab();
    expect(field('Square Meters (Sqmt)')).toHaveFocus();
    await user.tab();
    expect(field('Parking Spots')).toHaveFocus();
    // What is typed replaces the proposal.
    await user.tab({ shift: true });
    await user.tab({ shift: true });
    await user.keyboard('303{Control>}{Enter}{/Control}');
    await waitFor(() => expect(field('Apartment Number')).toHaveValue('304'));
    expect(sentNumbers()).toEqual(['301', '303']);
    // The form's own button still closes it; nothing that was proposed alone is asked about.
    await press('Create Apartment');
    await noForm();
    expect(sentNumbers()).toEqual(['301', '303', '304']);
  });

  it('Ctrl+Enter is sent once, however often it is pressed meanwhile', async () => {
    const release = api.hold(CREATE_CALL, () => ({ status: 201, body: { id: 33 } }));
    const { user, add } = await open();
    await add();
    await user.type(field('Apartment Number'), '301');
    await user.keyboard('{Control>}{Enter}{Enter}{Enter}{/Control}');
    await waitFor(() => expect(sentNumbers()).toEqual(['301']));
    await user.keyboard('{Control>}{Enter}{/Control}');
    release();
    await waitFor(() => expect(field('Apartment Number')).toHaveValue('302'));
    expect(sentNumbers()).toEqual(['301']);
  });

  it('Ctrl+Enter in a parking spot adds the spot as well', async () => {
    const { user, add } = await open();
    await add();
    await user.keyboard('K1{Tab}2{Tab}3{Tab}1{Tab}82{Tab}7');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(field('Apartment Number')).toHaveValue('K2'));
    expect(api.sent(CREATE_CALL)).toMatchObject([
      { apartment_number: 'K1', floor_number: 2, sqmt: 82, parking_spot_number: '7' },
    ]);
  });

  it('Escape closes the form, and asks where something was typed', async () => {
    const { user, add, answer } = await open();
    await add();
    await user.keyboard('{Escape}');
    await noForm();
    expect(button('Add Apartment')).toHaveFocus();
    await add();
    await user.keyboard('9{Escape}');
    await answer('Leave without saving?', 'Stay');
    expect(field('Apartment Number')).toHaveValue('9');
  });

  it('Duplicate begins with a copy, but for number and parking', async () => {
    const { user, press } = await open();
    await user.click(inRow('1A', 'Duplicate'));
    expect(await screen.findByRole('heading', { name: 'New Apartment' })).toBeVisible();
    expect(field('Apartment Number')).toHaveValue('1B');
    expect(field('Square Meters (Sqmt)')).toHaveValue('82.5');
    expect(field('Notes')).toHaveValue('Balcony');
    expect(screen.queryByText('P1')).not.toBeInTheDocument();
    await press('Cancel');
    await noForm();
  });
});

describe('editing an apartment', () => {
  it('excludes adding', async () => {
    const { user, add, edit } = await open();
    await add();
    await user.type(field('Apartment Number'), '9Z');
    await edit('1A');
    expect(field('Apartment Number')).toHaveValue('1A');
    expect(field('Apartment Number')).toHaveFocus();
    await edit('1B');
    expect(field('Apartment Number')).toHaveValue('1B');
    await add();
    expect(field('Apartment Number')).toHaveValue('');
    expect(screen.queryByRole('button', { name: 'Update Apartment' })).not.toBeInTheDocument();
  });

  it('is filled with the apartment and gives the focus back on Cancel', async () => {
    const { press, edit } = await open();
    await edit('1A');
    const numbers = ['Floor Number', 'Rooms', 'Bathrooms', 'Square Meters (Sqmt)'];
    expect(numbers.map((label) => field(label).value)).toEqual(['2', '3.5', '1', '82.5']);
    expect(field('None')).not.toBeChecked();
    expect(field('Notes')).toHaveValue('Balcony');
    expect(spots()).toEqual(['P1', 'P2']);
    await press('Cancel');
    expect(inRow('1A', 'Edit')).toHaveFocus();
  });

  it('sends what changed with the rest, and null for what was emptied', async () => {
    api.on(UPDATE_CALL, () => ({ body: {} }));
    const { user, press, edit } = await open();
    await edit('1A');
    await user.clear(field('Floor Number'));
    await user.clear(field('Notes'));
    await user.click(field('None'));
    await press('Update Apartment');
    expect(await screen.findByText('Apartment updated')).toBeVisible();
    expect(api.sent(UPDATE_CALL)).toEqual([
      {
        condo_id: 7,
        apartment_number: '1A',
        floor_number: null,
        bedrooms: 3.5,
        bathrooms: 1,
        sqmt: 82.5,
        parking_spot_number: 'None',
        notes: null,
      },
    ]);
    expect(api.made(LIST_CALL)).toHaveLength(2);
    expect(inRow('1A', 'Edit')).toHaveFocus();
  });

  it('begins in the field where the one before was saved', async () => {
    api.on(UPDATE_CALL, () => ({ body: {} }));
    const { retype, user, edit } = await open();
    await edit('1A');
    await retype('Square Meters (Sqmt)', '90');
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Apartment updated')).toBeVisible();
    await edit('1B');
    expect(field('Square Meters (Sqmt)')).toHaveFocus();
  });
});

it.each([
  ['Create and add another', CREATE_CALL, { detail: 'Number taken' }, 'Number taken'],
  ['Create Apartment', CREATE_CALL, { message: 'Unread' }, 'Failed to add apartment'],
  ['Update Apartment', UPDATE_CALL, { detail: 'Not now' }, 'Not now'],
  ['Update Apartment', UPDATE_CALL, {}, 'Failed to update apartment'],
])('keeps the form when "%s" is answered by an error: %s %o', async (name, call, body, text) => {
  api.on(call, () => ({ status: 409, body }));
  const { user, add, edit, press, acknowledge } = await open();
  await (call === CREATE_CALL ? add() : edit('1A'));
  await user.type(field('Apartment Number'), '9');
  await press(name);
  await acknowledge('Error', text);
  expect(field('Apartment Number').value).toMatch(/9$/);
  expect(button(name)).toBeEnabled();
});

describe('deleting an apartment', () => {
  it('is busy, says so, and takes the row away', async () => {
    const release = api.hold(DELETE_CALL, () => ({ body: {} }));
    const { user, edit, answer, acknowledge } = await open();
    await edit('1A');
    await user.click(inRow('1A', 'Delete'));
    expect(await dialog('Delete Apartment')).toHaveAccessibleDescription(
      /^Are you sure you want to delete this apartment\? This action cannot be undone\. ?Apartment 1A$/,
    );
    await answer('Delete Apartment', 'Delete');
    expect(await screen.findByRole('button', { name: 'Please wait...' })).toBeVisible();
    api.serve({ [PATH]: [SECOND] });
    release();
    await acknowledge('Success', 'Apartment deleted successfully!');
    expect(screen.queryByText('1A')).not.toBeInTheDocument();
    // The form of an apartment that is gone is gone too.
    await noForm();
    // The focus is on the row that took its place.
    await waitFor(() => expect(screen.getByText('1B').closest('tr')).toHaveFocus());
    expect(api.made(DELETE_CALL)).toHaveLength(1);
  });

  it('says how many earlier associations go too', async () => {
    api.on('GET /admin/occupancy/ended', () => ({ body: { count: 3 } }));
    const { user } = await open();
    await user.click(inRow('1A', 'Delete'));
    const dialogElement = await dialog('Delete Apartment');
    await waitFor(() =>
      expect(dialogElement).toHaveAccessibleDescription(
        /Apartment 1A\s3 earlier associations go too\.$/,
      ),
    );
    expect(api.queries('GET /admin/occupancy/ended')).toEqual([{ ids: '31' }]);
  });

  it.each([
    [{ detail: 'Someone lives there' }, 'Someone lives there'],
    [{ message: 'Unread' }, 'Failed to delete apartment.'],
  ])('shows the error of the server: %o', async (body, text) => {
    api.on(DELETE_CALL, () => ({ status: 409, body }));
    const { user, answer, acknowledge } = await open();
    await user.click(inRow('1A', 'Delete'));
    await answer('Delete Apartment', 'Delete');
    await acknowledge('Error', text);
    await waitFor(() => expect(inRow('1A', 'Delete')).toHaveFocus());
  });
});
