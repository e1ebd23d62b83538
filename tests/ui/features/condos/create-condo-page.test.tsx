import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { CreateCondoPage } from '~/features/condos/create-condo-page';
import { api } from '../../../support/stub-transport';
import { must } from '../../../support/must';
import { renderScreen } from '../../../support/render-screen';
import { fillRequired, imageFile, REQUIRED_FIELDS } from './condo-fixtures';

const CREATE_CALL = 'POST /admin/condos';
const PATH = '/condos/create';

async function open() {
  const opened = await renderScreen(<CreateCondoPage />, { path: PATH });
  await screen.findByLabelText('Building Image');
  return opened;
}

const submit = () => screen.getByRole('button', { name: 'Create Building' });

describe('CreateCondoPage', () => {
  it('has the heading, the card and the sizes of its images', async () => {
    await open();
    expect(screen.getByRole('heading', { level: 1, name: 'Create New Building' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Building Details' })).toBeVisible();
    expect(screen.getByLabelText('Address').tagName).toBe('TEXTAREA');
    expect(screen.getByLabelText('Description').tagName).toBe('TEXTAREA');
    expect(screen.getByText('Recommended size: 684 x 368 (landscape)')).toBeVisible();
    expect(screen.getAllByText('Recommended size: 56 x 56')).toHaveLength(2);
  });

  it('names every missing field, goes to the first one and calls nobody', async () => {
    const { user } = await open();
    await user.click(submit());
    for (const message of [
      'Building Name is required',
      'Address is required',
      'City/Town/Commune is required',
      'Canton is required',
      'Zip Code is required',
      'Country is required',
    ]) {
      expect(await screen.findByText(message)).toBeVisible();
    }
    const name = screen.getByLabelText('Building Name or First Line of the Address');
    await waitFor(() => expect(name).toHaveFocus());
    expect(name).toHaveAccessibleDescription('Building Name is required');
    expect(api.calls).toEqual([]);
    await user.type(name, 'A');
    expect(screen.queryByText('Building Name is required')).not.toBeInTheDocument();
  });

  it('fills city and canton by a Swiss zip code, and never over what was typed', async () => {
    const { user } = await open();
    const [zip, city, canton, country] = ['Zip Code', 'City/Town/Commune', 'Canton', 'Country'].map(
      (label) => screen.getByLabelText(label),
    );
    await user.type(must(zip, 'zip'), '3600');
    await waitFor(() => expect(city).toHaveValue('Thun'));
    expect(canton).toHaveValue('BE');
    // A postcode of two cantons, in place of a mistyped one.
    await user.clear(must(zip, 'zip'));
    await user.type(must(zip, 'zip'), '1290');
    await waitFor(() => expect(city).toHaveValue('Versoix'));
    expect(canton).toHaveValue('');
    await user.type(must(canton, 'canton'), 'Genève');
    await user.type(must(country, 'country'), 'Aus');
    await waitFor(() => expect(city).toHaveValue(''));
    expect(canton).toHaveValue('Genève');
  });

  it('sends the fields of the contract alone, then returns to the list', async () => {
    api.on(CREATE_CALL, () => ({ status: 201 }));
    const { user, router } = await open();
    await fillRequired(user);
    await user.click(submit());
    await waitFor(() => expect(router.state.location.pathname).toBe('/condos'));
    expect(await screen.findByText('Building created')).toBeVisible();
    expect(api.made(CREATE_CALL).map(({ form }) => form)).toEqual([
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

  it('sends the optional fields, the website trimmed, and the images', async () => {
    api.on(CREATE_CALL, () => ({ status: 201 }));
    const { user } = await open();
    await fillRequired(user);
    await user.type(
      screen.getByLabelText('Building Website (Neighborhood)'),
      ' https://a.example ',
    );
    await user.type(screen.getByLabelText('Date Built'), '1999-12-31');
    await user.type(screen.getByLabelText('Number of Units'), '8');
    await user.type(screen.getByLabelText('Description'), 'Quiet');
    await user.upload(
      screen.getByLabelText('Building Image'),
      imageFile('house.webp', 'image/webp'),
    );
    await user.upload(screen.getByLabelText('Canton Flag'), imageFile('be.png', 'image/png'));
    await user.upload(screen.getByLabelText('Country Flag'), imageFile('ch.jpg', 'image/jpeg'));
    expect(await screen.findByAltText('Building Image preview')).toBeVisible();
    await user.click(submit());
    await screen.findByText('Building created');
    expect(api.made(CREATE_CALL)[0]?.form).toMatchObject({
      website: 'https://a.example',
      date_built: '1999-12-31',
      number_of_units: '8',
      description: 'Quiet',
      image: { name: 'house.webp' },
      flag: { name: 'be.png' },
      country_flag: { name: 'ch.jpg' },
    });
  });

  it.each([
    [{ detail: 'Name taken', message: 'no' }, 'Failed to create condo: Name taken'],
    [{ message: 'Try later' }, 'Failed to create condo: Try later'],
    [undefined, 'Failed to create condo: Bad Request'],
  ])('shows the error of the server: %o', async (body, text) => {
    api.on(CREATE_CALL, () => ({ status: 400, body }));
    const { user, router } = await open();
    await fillRequired(user);
    await user.click(submit());
    expect(await screen.findByText(text)).toBeVisible();
    expect(router.state.location.pathname).toBe(PATH);
    for (const [label, typed] of Object.entries(REQUIRED_FIELDS)) {
      expect(screen.getByLabelText(label)).toHaveValue(typed);
    }
    expect(submit()).toBeEnabled();
    expect(api.made(CREATE_CALL)).toHaveLength(1);
  });

  it('shows errors that name fields at the fields, and can be sent again', async () => {
    api.on(CREATE_CALL, () => ({
      status: 422,
      body: {
        detail: 'zip_code: unknown; image: unreadable',
        errors: [
          { field: 'zip_code', message: 'Unknown zip code' },
          { field: 'image', message: 'The picture cannot be read' },
        ],
      },
    }));
    const { user } = await open();
    await fillRequired(user);
    await user.upload(screen.getByLabelText('Building Image'), imageFile('a.png', 'image/png'));
    await user.click(submit());
    expect(await screen.findByText('Unknown zip code')).toBeVisible();
    expect(screen.getByText('The picture cannot be read')).toBeVisible();
    const zip = screen.getByLabelText('Zip Code');
    await waitFor(() => expect(zip).toHaveFocus());
    expect(zip).toBeInvalid();
    await user.type(zip, '0');
    expect(screen.queryByText('Unknown zip code')).not.toBeInTheDocument();

    api.on(CREATE_CALL, () => ({ status: 201 }));
    await user.click(submit());
    expect(await screen.findByText('Building created')).toBeVisible();
    expect(api.made(CREATE_CALL)[1]?.form).toMatchObject({ zip_code: '30110' });
  });
});

const dialog = () => screen.findByRole('dialog', { name: 'Leave without saving?' });

describe('leaving the form', () => {
  it('asks when something was typed, and stays or leaves as told', async () => {
    const { user, router } = await open();
    await user.type(screen.getByLabelText('Canton'), 'VD');
    void router.navigate({ to: '/dashboard' });
    await dialog();
    await user.click(screen.getByRole('button', { name: 'Stay' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(router.state.location.pathname).toBe(PATH);
    expect(screen.getByLabelText('Canton')).toHaveValue('VD');

    void router.navigate({ to: '/dashboard' });
    await dialog();
    await user.click(screen.getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
  });

  it('asks nothing when nothing was typed, or it was taken back', async () => {
    const { user, router } = await open();
    await user.type(screen.getByLabelText('Canton'), 'V{Backspace}');
    await router.navigate({ to: '/dashboard' });
    expect(router.state.location.pathname).toBe('/dashboard');
  });

  it('never delays the end of the session', async () => {
    const { user, router } = await open();
    await user.type(screen.getByLabelText('Canton'), 'VD');
    await router.navigate({ to: '/login' });
    expect(router.state.location.pathname).toBe('/login');
  });
});
