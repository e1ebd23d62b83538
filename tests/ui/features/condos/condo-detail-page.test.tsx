import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { CondoDetailPage } from '~/features/condos/condo-detail-page';
import { api } from '../../../support/stub-transport';
import { onTheWire } from '../../../support/stub-api';
import { renderScreen } from '../../../support/render-screen';
import { CONDO, imageFile } from './condo-fixtures';
import { must } from '../../../support/must';

const GET_CALL = 'GET /admin/condos/7';
const PUT_CALL = 'PUT /admin/condos/7';
const FAILURE = 'Error loading building or building not found.';

let stored: Record<string, unknown> = CONDO;

beforeEach(() => {
  stored = CONDO;
  api.on(GET_CALL, () => ({ body: stored })).on('GET /admin/apartments', () => ({ body: [] }));
});

const open = () => renderScreen(<CondoDetailPage condoId={7} />, { path: '/condos/7' });

const fact = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling;

describe('CondoDetailPage', () => {
  it('is titled with the name and shows the facts', async () => {
    await open();
    expect(await screen.findByRole('heading', { level: 1, name: 'Seestrasse 7' })).toBeVisible();
    expect(fact('Address')).toHaveTextContent('Seestrasse 7 8002 Zürich');
    expect(fact('Location')).toHaveTextContent('01003 Zürich');
    expect(fact('Location')).toHaveTextContent('Switzerland');
    expect(fact('Description')).toHaveTextContent('By the lake.');
    expect(fact('Date Built')).toHaveTextContent('May 1, 1974');
    expect(fact('Number of Units')).toHaveTextContent('12');
    expect(screen.getByRole('img', { name: 'Image of Seestrasse 7' })).toHaveAttribute(
      'src',
      CONDO.image_url,
    );
    const website = screen.getByRole('link', { name: 'https://seestrasse.example.ch' });
    expect(website).toHaveAttribute('rel', 'noopener noreferrer');
  });

  it('makes no link of an address that is none', async () => {
    stored = { ...CONDO, website: 'javascript:alert(1)' };
    await open();
    const address = await screen.findByText('javascript:alert(1)');
    expect(address.closest('a')).toBeNull();
  });

  it('shows "-" for what an API leaves out', async () => {
    stored = { id: 7 };
    await open();
    expect(await screen.findByText('Address')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Building' })).toBeVisible();
    for (const label of [
      'Address',
      'Location',
      'Website',
      'Date Built',
      'Number of Units',
      'Description',
    ]) {
      expect(fact(label)).toHaveTextContent(/^-$/);
    }
  });

  it('says so while it loads', async () => {
    api.on(GET_CALL, () => new Promise(() => {}));
    await open();
    expect(await screen.findByText('Loading building details...')).toBeVisible();
  });

  it('knows without a call that an address names no building', async () => {
    await renderScreen(<CondoDetailPage condoId={null} />);
    expect(await screen.findByText(FAILURE)).toBeVisible();
    expect(api.calls).toEqual([]);
  });

  it('takes a 404 as final', async () => {
    api.on(GET_CALL, () => ({ status: 404, body: { detail: 'Building not found' } }));
    await open();
    expect(await screen.findByText(FAILURE)).toBeVisible();
    expect(api.made(GET_CALL)).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument();
  });

  it('offers to try again after a fault that may pass', async () => {
    api.on(GET_CALL, () => ({ status: 500 }));
    const { user } = await open();
    expect(await screen.findByText(FAILURE)).toBeVisible();
    expect(api.made(GET_CALL)).toHaveLength(4);
    api.on(GET_CALL, () => ({ body: CONDO }));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Seestrasse 7' })).toBeVisible();
  });

  it('keeps the building when a refresh fails, and takes it away when it is gone', async () => {
    const { queryClient } = await open();
    await screen.findByText('By the lake.');
    api.on(GET_CALL, () => ({ status: 400 }));
    await queryClient.invalidateQueries();
    expect(screen.getByText('By the lake.')).toBeVisible();
    api.on(GET_CALL, () => ({ status: 404 }));
    await queryClient.invalidateQueries();
    expect(await screen.findByText(FAILURE)).toBeVisible();
  });
});

async function openForm() {
  const opened = await open();
  await opened.user.click(
    await screen.findByRole('button', { name: 'Update Building Information' }),
  );
  await screen.findByLabelText('Building Image');
  return opened;
}
const submit = () => screen.getByRole('button', { name: 'Update Building' });

describe('the update form', () => {
  it('is closed at first and keeps what was typed when closed again', async () => {
    const { user } = await open();
    const toggle = await screen.findByRole('button', { name: 'Update Building Information' });
    expect(toggle).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByLabelText('Canton')).not.toBeInTheDocument();
    await user.click(toggle);
    expect(toggle).toHaveAttribute('aria-expanded', 'true');
    await user.type(await screen.findByLabelText('Canton'), '!');
    await user.click(toggle);
    expect(screen.getByLabelText('Canton')).not.toBeVisible();
    await user.click(toggle);
    expect(screen.getByLabelText('Canton')).toHaveValue('ZH!');
  });

  it('is filled with the building', async () => {
    await openForm();
    expect(screen.getByLabelText('Building Name or First Line of the Address')).toHaveValue(
      CONDO.name,
    );
    expect(screen.getByLabelText('Address')).toHaveValue(CONDO.address);
    expect(screen.getByLabelText('Zip Code')).toHaveValue('01003');
    expect(screen.getByLabelText('Date Built')).toHaveValue('1974-05-01');
    expect(screen.getByLabelText('Number of Units')).toHaveValue('12');
    expect(screen.getByAltText('Building Image preview')).toHaveAttribute('src', CONDO.image_url);
    expect(screen.getByAltText('Canton Flag preview')).toHaveAttribute('src', CONDO.flag_url);
  });

  it('saves, says so and shows the saved state', async () => {
    api.on(PUT_CALL, () => {
      stored = { ...CONDO, city: 'Genève', number_of_units: null, website: null };
      return { body: {} };
    });
    const { user, router } = await openForm();
    await user.clear(screen.getByLabelText('City/Town/Commune'));
    await user.type(screen.getByLabelText('City/Town/Commune'), 'Geneva');
    await user.clear(screen.getByLabelText('Number of Units'));
    await user.clear(screen.getByLabelText('Building Website (Neighborhood)'));
    await user.click(submit());
    expect(await screen.findByText('Condo updated successfully!')).toBeVisible();
    // An emptied field is sent empty, so that the API clears it; unchanged images are not sent.
    expect(api.made(PUT_CALL)[0]?.form).toEqual({
      name: CONDO.name,
      address: onTheWire(CONDO.address),
      city: 'Geneva',
      state: 'ZH',
      zip_code: '01003',
      country: 'Switzerland',
      website: '',
      description: 'By the lake.',
      date_built: '1974-05-01',
      number_of_units: '',
    });
    await waitFor(() => expect(submit()).toHaveFocus());
    await waitFor(() => expect(fact('Location')).toHaveTextContent('Genève'));
    expect(screen.getByLabelText('City/Town/Commune')).toHaveValue('Genève');
    await router.navigate({ to: '/dashboard' });
    expect(router.state.location.pathname).toBe('/dashboard');
  });

  it('shows the saved state also when a field was visited before it came', async () => {
    const held = Promise.withResolvers<undefined>();
    api.on(PUT_CALL, () => {
      stored = { ...CONDO, city: 'Genève', flag_url: 'https://cdn.example/new.png' };
      api.on(GET_CALL, async () => {
        await held.promise;
        return { body: stored };
      });
      return { body: {} };
    });
    const { user, router } = await openForm();
    await user.type(screen.getByLabelText('City/Town/Commune'), '!');
    await user.upload(screen.getByLabelText('Canton Flag'), imageFile('new.png', 'image/png'));
    await user.click(submit());
    await screen.findByText('Condo updated successfully!');
    await user.click(screen.getByLabelText('Canton'));
    await user.tab();
    held.resolve(undefined);
    await waitFor(() => expect(screen.getByLabelText('City/Town/Commune')).toHaveValue('Genève'));
    expect(screen.getByAltText('Canton Flag preview')).toHaveAttribute(
      'src',
      'https://cdn.example/new.png',
    );
    await router.navigate({ to: '/dashboard' });
    expect(router.state.location.pathname).toBe('/dashboard');
  });

  it('removes an image, replaces another, and then shows what the API has', async () => {
    api.on(PUT_CALL, () => {
      stored = { ...CONDO, image_url: null, flag_url: 'https://cdn.example/new.png' };
      return { body: {} };
    });
    const { user } = await openForm();
    const [removeImage] = screen.getAllByRole('button', { name: 'Remove' });
    if (removeImage) await user.click(removeImage);
    await user.upload(screen.getByLabelText('Canton Flag'), imageFile('new.png', 'image/png'));
    await user.click(submit());
    await screen.findByText('Condo updated successfully!');
    const form = api.made(PUT_CALL)[0]?.form;
    expect(form).toMatchObject({ remove_image: 'True', image_url: '', flag: { name: 'new.png' } });
    expect(Object.keys(must(form, 'form'))).not.toContain('remove_flag');
    await waitFor(() =>
      expect(screen.getByAltText('Canton Flag preview')).toHaveAttribute(
        'src',
        'https://cdn.example/new.png',
      ),
    );
    expect(screen.queryByAltText('Building Image preview')).not.toBeInTheDocument();

    await user.click(submit());
    await waitFor(() => expect(api.made(PUT_CALL)).toHaveLength(2));
    expect(Object.keys(must(api.made(PUT_CALL)[1]?.form, 'form'))).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/image|flag/)]),
    );
  });

  it('shows messages about fields that are not on the form in the form, until it is sent again', async () => {
    const message = 'This building is in another portfolio';
    const errors = [{ field: 'portfolio', message }];
    api.on(PUT_CALL, () => ({ status: 422, body: { detail: `portfolio: ${message}`, errors } }));
    const { user } = await openForm();
    await user.click(submit());
    expect(await screen.findByText('Failed to update condo.')).toBeVisible();
    expect(screen.getByText(message).closest('[role=alert]')).toBeVisible();

    api.on(PUT_CALL, () => ({ body: {} }));
    await user.click(submit());
    await screen.findByText('Condo updated successfully!');
    expect(screen.queryByText(message)).not.toBeInTheDocument();
  });
});
