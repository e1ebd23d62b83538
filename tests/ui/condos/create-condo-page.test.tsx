import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { CreateCondoPage } from '~/condos/screens/create-condo-page';
import { button, field, renderScreen } from '../../support/on-screen';
import { api } from '../../support/stub-transport';
import { fillRequired, imageFile, REQUIRED_FIELDS } from './condo-fixtures';

const CREATE_CALL = 'POST /admin/condos';
const PATH = '/condos/create';
const NAMES = ['Building Name', 'Address', 'City/Town/Commune', 'Canton', 'Zip Code', 'Country'];

async function open() {
  const opened = await renderScreen(<CreateCondoPage />, PATH);
  await screen.findByLabelText('Building Image');
  return { ...opened, submit: () => opened.press('Create Building') };
}

/** Opens the form and types what is required. */
async function openFilled() {
  const opened = await open();
  await fillRequired(opened.user);
  return opened;
}

it('has the heading, the card and the sizes of its images', async () => {
  await open();
  expect(screen.getByRole('heading', { level: 1, name: 'Create New Building' })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Building Details' })).toBeVisible();
  expect(field('Address').tagName).toBe('TEXTAREA');
  expect(field('Description').tagName).toBe('TEXTAREA');
  expect(screen.getByText('Recommended size: 684 x 368 (landscape)')).toBeVisible();
  expect(screen.getAllByText('Recommended size: 56 x 56')).toHaveLength(2);
});

it('names every missing field, goes to the first one and calls nobody', async () => {
  const { user, submit } = await open();
  await submit();
  for (const name of NAMES) expect(await screen.findByText(`${name} is required`)).toBeVisible();
  const name = field('Building Name or First Line of the Address');
  await waitFor(() => expect(name).toHaveFocus());
  expect(name).toHaveAccessibleDescription('Building Name is required');
  expect(api.calls).toEqual([]);
  await user.type(name, 'A');
  expect(screen.queryByText('Building Name is required')).not.toBeInTheDocument();
});

it('fills city and canton by a Swiss zip code, and never over what was typed', async () => {
  const { user, retype } = await open();
  await user.type(field('Zip Code'), '3600');
  await waitFor(() => expect(field('City/Town/Commune')).toHaveValue('Thun'));
  expect(field('Canton')).toHaveValue('BE');
  // A postcode of several places and two cantons, in place of a mistyped one.
  await retype('Zip Code', '1290');
  await waitFor(() => expect(field('City/Town/Commune')).toHaveValue(''));
  expect(field('City/Town/Commune')).toHaveAccessibleDescription(
    'This zip code has several places: Versoix, Chavannes-des-Bois',
  );
  expect(field('Canton')).toHaveValue('');
  await user.type(field('Canton'), 'Genève');
  await retype('Zip Code', '1000');
  await waitFor(() => expect(field('City/Town/Commune')).toHaveValue('Lausanne'));
  expect(field('City/Town/Commune')).not.toHaveAccessibleDescription();
  await user.type(field('Country'), 'Aus');
  await waitFor(() => expect(field('City/Town/Commune')).toHaveValue(''));
  expect(field('Canton')).toHaveValue('Genève');
});

it('sends the fields of the contract alone, then returns to the list', async () => {
  api.on(CREATE_CALL, () => ({ status: 201 }));
  const { submit, router } = await openFilled();
  await submit();
  await waitFor(() => expect(router.state.location.pathname).toBe('/condos'));
  expect(await screen.findByText('Building created')).toBeVisible();
  expect(api.sent(CREATE_CALL)).toEqual([
    {
      name: 'Bahnhofplatz 1',
      address: 'Bahnhofplatz 1',
      city: 'Bern',
      state: 'BE',
      zip_code: '3011',
      country: 'Switzerland',
    },
  ]);
});

it('sends a form again with its key, and another one with another key', async () => {
  api.reject(CREATE_CALL, 502, 'The answer was lost');
  const { user, submit } = await openFilled();
  await user.upload(field('Building Image'), imageFile('house.webp', 'image/webp'));
  const keys = () => api.made(CREATE_CALL).map(({ headers }) => headers['idempotency-key']);
  for (const [count, name] of [[1], [2], [3, 'Description']] as const) {
    if (name) await user.type(field(name), 'Quiet');
    await submit();
    await waitFor(() => expect(keys()).toHaveLength(count));
    await screen.findAllByText('Failed to create condo: The answer was lost');
  }
  const [first, again, other] = keys();
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect([again === first, other === first]).toEqual([true, false]);
});

it('sends the optional fields, the website trimmed, and the images', async () => {
  api.on(CREATE_CALL, () => ({ status: 201 }));
  const { user, submit } = await openFilled();
  await user.type(field('Building Website (Neighborhood)'), ' https://a.example ');
  await user.type(field('Date Built'), '1999-12-31');
  await user.type(field('Number of Units'), '8');
  await user.type(field('Description'), 'Quiet');
  await user.upload(field('Building Image'), imageFile('house.webp', 'image/webp'));
  await user.upload(field('Canton Flag'), imageFile('be.png', 'image/png'));
  await user.upload(field('Country Flag'), imageFile('ch.jpg', 'image/jpeg'));
  expect(await screen.findByAltText('Building Image preview')).toBeVisible();
  await submit();
  await screen.findByText('Building created');
  expect(api.sent(CREATE_CALL)).toMatchObject([
    {
      website: 'https://a.example',
      date_built: '1999-12-31',
      number_of_units: '8',
      description: 'Quiet',
      image: { name: 'house.webp' },
      flag: { name: 'be.png' },
      country_flag: { name: 'ch.jpg' },
    },
  ]);
});

it.each([
  [{ detail: 'Name taken', message: 'no' }, 'Failed to create condo: Name taken'],
  [{ message: 'Try later' }, 'Failed to create condo: Try later'],
  [undefined, 'Failed to create condo: Bad Request'],
])('shows the error of the server: %o', async (body, text) => {
  api.on(CREATE_CALL, () => ({ status: 400, body }));
  const { submit, router } = await openFilled();
  await submit();
  expect(await screen.findByText(text)).toBeVisible();
  expect(router.state.location.pathname).toBe(PATH);
  for (const [label, typed] of Object.entries(REQUIRED_FIELDS))
    expect(field(label)).toHaveValue(typed);
  expect(button('Create Building')).toBeEnabled();
  expect(api.made(CREATE_CALL)).toHaveLength(1);
});

it('shows errors that name fields at the fields, and can be sent again', async () => {
  const errors = [
    { field: 'zip_code', message: 'Unknown zip code' },
    { field: 'image', message: 'The picture cannot be read' },
  ];
  api.on(CREATE_CALL, () => ({ status: 422, body: { detail: 'zip_code: unknown', errors } }));
  const { user, submit } = await openFilled();
  await user.upload(field('Building Image'), imageFile('a.png', 'image/png'));
  await submit();
  expect(await screen.findByText('Unknown zip code')).toBeVisible();
  expect(screen.getByText('The picture cannot be read')).toBeVisible();
  await waitFor(() => expect(field('Zip Code')).toHaveFocus());
  expect(field('Zip Code')).toBeInvalid();
  await user.type(field('Zip Code'), '0');
  expect(screen.queryByText('Unknown zip code')).not.toBeInTheDocument();

  api.on(CREATE_CALL, () => ({ status: 201 }));
  await submit();
  expect(await screen.findByText('Building created')).toBeVisible();
  expect(api.sent(CREATE_CALL)[1]).toMatchObject({ zip_code: '30110' });
});

it('asks nothing when it is left and nothing was typed, or it was taken back', async () => {
  const { user, router } = await open();
  await user.type(field('Canton'), 'V{Backspace}');
  await router.navigate({ to: '/dashboard' });
  expect(router.state.location.pathname).toBe('/dashboard');
});
