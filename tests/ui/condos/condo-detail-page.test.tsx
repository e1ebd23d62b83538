import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { CondoDetailPage } from '~/condos/screens/condo-detail-page';
import { must } from '../../support/must';
import { button, fact, factsOf, field, hrefOf, renderScreen } from '../../support/on-screen';
import { onTheWire } from '../../support/stub-api';
import { api } from '../../support/stub-transport';
import { CONDO, imageFile, openUpdateForm } from './condo-fixtures';

const PATH = '/admin/condos/7';
const GET_CALL = `GET ${PATH}`;
const PUT_CALL = `PUT ${PATH}`;
const FAILURE = 'Error loading building or building not found.';
const NEW_FLAG = 'https://cdn.example/new.png';

beforeEach(() => {
  api.serve({ '/admin/apartments': [], [PATH]: CONDO });
});

const open = () => renderScreen(<CondoDetailPage condoId={7} />, '/condos/7');

it('is titled with the name and shows the facts', async () => {
  await open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Seestrasse 7' })).toBeVisible();
  for (const [label, text] of [
    ['Address', 'Seestrasse 7 8002 Zürich'],
    ['Location', '01003 Zürich'],
    ['Location', 'Switzerland'],
    ['Description', 'By the lake.'],
    ['Date Built', 'May 1, 1974'],
    ['Number of Units', '12'],
  ] as const)
    expect(fact(label)).toHaveTextContent(text);
  const image = screen.getByRole('img', { name: 'Image of Seestrasse 7' });
  expect(image).toHaveAttribute('src', CONDO.image_url);
  const website = screen.getByRole('link', { name: 'https://seestrasse.example.ch' });
  expect(website).toHaveAttribute('rel', 'noopener noreferrer');
});

it('makes no link of an address that is none', async () => {
  api.serve({ [PATH]: { ...CONDO, website: 'javascript:alert(1)' } });
  await open();
  const address = await screen.findByText('javascript:alert(1)');
  expect(address.closest('a')).toBeNull();
});

it.each([
  ['left out', { id: 7, city: 'Bern' }, { Location: 'Bern' }],
  ['empty', { ...CONDO, website: '', date_built: null, description: ' ' }, {}],
])('has no line for a fact that is %s', async (_what, condo, facts) => {
  api.serve({ [PATH]: condo });
  await open();
  await screen.findByRole('button', { name: 'Update Building Information' });
  expect(factsOf()).toMatchObject(facts);
  for (const label of ['Website', 'Date Built', 'Description'])
    expect(screen.queryByText(label, { selector: 'dt' })).toBeNull();
  expect(Object.values(factsOf())).not.toContain('-');
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
  api.reject(GET_CALL, 404, 'Building not found');
  await open();
  expect(await screen.findByText(FAILURE)).toBeVisible();
  expect(api.made(GET_CALL)).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument();
  expect(screen.getByText('It may have been deleted, or this address may be wrong.')).toBeVisible();
  expect(await hrefOf('Back to all buildings')).toBe('/condos');
});

it('tells the card of its history whether there is such a building', async () => {
  const page = (
    <CondoDetailPage
      condoId={7}
      renderHistory={(isMissing) => <p>{isMissing ? 'Deleted' : 'Some text'}</p>}
    />
  );
  const { queryClient } = await renderScreen(page, '/condos/7');
  await screen.findByText('By the lake.');
  expect(await screen.findByText('Some text')).toBeVisible();
  api.on(GET_CALL, () => ({ status: 404 }));
  await queryClient.invalidateQueries();
  expect(await screen.findByText('Deleted')).toBeVisible();
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

const notice = () => screen.findByText('Condo updated successfully!');

async function openForm() {
  const opened = await open();
  await openUpdateForm(opened);
  const save = () => opened.press('Update Building');
  /** A changed form would ask first. */
  const leave = async () => {
    await opened.router.navigate({ to: '/dashboard' });
    expect(opened.router.state.location.pathname).toBe('/dashboard');
  };
  return { ...opened, save, leave };
}

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
    expect(field('Canton')).not.toBeVisible();
    await user.click(toggle);
    expect(field('Canton')).toHaveValue('ZH!');
  });

  it('is filled with the building', async () => {
    await openForm();
    for (const [label, value] of [
      ['Building Name or First Line of the Address', CONDO.name],
      ['Address', CONDO.address],
      ['Zip Code', '01003'],
      ['Date Built', '1974-05-01'],
      ['Number of Units', '12'],
    ] as const)
      expect(field(label)).toHaveValue(value);
    expect(screen.getByAltText('Building Image preview')).toHaveAttribute('src', CONDO.image_url);
    expect(screen.getByAltText('Canton Flag preview')).toHaveAttribute('src', CONDO.flag_url);
  });

  it('saves, says so and shows the saved state', async () => {
    const saved = { ...CONDO, city: 'Genève', number_of_units: null, website: null };
    api.accept(PUT_CALL, { [PATH]: saved });
    const { user, retype, save, leave } = await openForm();
    await retype('City/Town/Commune', 'Geneva');
    await user.clear(field('Number of Units'));
    await user.clear(field('Building Website (Neighborhood)'));
    await save();
    expect(await notice()).toBeVisible();
    // An emptied field is sent empty, so that the API clears it; unchanged images are not sent.
    expect(api.sent(PUT_CALL)).toEqual([
      {
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
      },
    ]);
    await waitFor(() => expect(button('Update Building')).toHaveFocus());
    await waitFor(() => expect(fact('Location')).toHaveTextContent('Genève'));
    expect(field('City/Town/Commune')).toHaveValue('Genève');
    await leave();
  });

  it('shows the saved state also when a field was visited before it came', async () => {
    let release: (() => void) | undefined;
    api.on(PUT_CALL, () => {
      const body = { ...CONDO, city: 'Genève', flag_url: NEW_FLAG };
      release = api.hold(GET_CALL, () => ({ body }));
      return { body: {} };
    });
    const { user, save, leave } = await openForm();
    await user.type(field('City/Town/Commune'), '!');
    await user.upload(field('Canton Flag'), imageFile('new.png', 'image/png'));
    await save();
    await notice();
    await user.click(field('Canton'));
    await user.tab();
    release?.();
    await waitFor(() => expect(field('City/Town/Commune')).toHaveValue('Genève'));
    expect(screen.getByAltText('Canton Flag preview')).toHaveAttribute('src', NEW_FLAG);
    await leave();
  });

  it('removes an image, replaces another, and then shows what the API has', async () => {
    api.accept(PUT_CALL, { [PATH]: { ...CONDO, image_url: null, flag_url: NEW_FLAG } });
    const { user, save } = await openForm();
    await user.click(must(screen.getAllByRole('button', { name: 'Remove' })[0], 'button'));
    await user.upload(field('Canton Flag'), imageFile('new.png', 'image/png'));
    await save();
    await notice();
    const form = api.made(PUT_CALL)[0]?.form;
    expect(form).toMatchObject({ remove_image: 'True', image_url: '', flag: { name: 'new.png' } });
    expect(Object.keys(must(form, 'form'))).not.toContain('remove_flag');
    await waitFor(() =>
      expect(screen.getByAltText('Canton Flag preview')).toHaveAttribute('src', NEW_FLAG),
    );
    expect(screen.queryByAltText('Building Image preview')).not.toBeInTheDocument();

    await save();
    await waitFor(() => expect(api.made(PUT_CALL)).toHaveLength(2));
    const sent = Object.keys(must(api.made(PUT_CALL)[1]?.form, 'form'));
    expect(sent.filter((name) => /image|flag/.test(name))).toEqual([]);
  });

  it('shows messages about fields that are not on the form in the form, until it is sent again', async () => {
    const message = 'This building is in another portfolio';
    api.reject(PUT_CALL, 422, message, 'portfolio');
    const { save } = await openForm();
    await save();
    expect(await screen.findByText('Failed to update condo.')).toBeVisible();
    expect(screen.getByText(message).closest('[role=alert]')).toBeVisible();

    api.on(PUT_CALL, () => ({ body: {} }));
    await save();
    await notice();
    expect(screen.queryByText(message)).not.toBeInTheDocument();
  });
});
