import { rich, useLanguage } from '~/language/use-language';
import { FieldApi, FormApi } from '@tanstack/react-form';
import { act, screen } from '@testing-library/react';
import { Building2 } from 'lucide-react';
import catalogues from 'virtual:catalogues';
import { afterEach, expect, it, vi } from 'vitest';
import { ListCount } from '~/kit/ui/list-count';
import { ErrorState } from '~/kit/feedback/error-state';
import { EmptyState, LoadingState } from '~/kit/feedback/query-state';
import { ToastList } from '~/kit/feedback/toast-list';
import { FieldFrame } from '~/kit/form/field-frame';
import { FormError } from '~/kit/form/submit-button';
import { showServerErrors } from '~/kit/form/server-errors';
import { NavList } from '~/kit/layout/nav-list';
import { sentenceOf, valueText } from '~/history/screens/history-text';
import { PaletteButton } from '~/search/screens/palette-button';
import {
  compareNames,
  formatDateTime,
  formatDecimals,
  formatNumber,
  titleCase,
} from '~/language/format';
import { mailText } from '~/invitations/texts';
import { chooseLanguage, nearestLanguage } from '~/language/languages';
import { fieldLabel } from '~/rpc/field-labels';
import { readSentence } from '~/language/sentence';
import { AppError, detailOrMessage } from '~/rpc/errors/app-error';
import {
  currentLanguage,
  ENGLISH,
  setLanguage,
  setSentenceReader,
  t,
  translate,
  translateParts,
  textId,
} from '~/language/texts';
import { renderScreen } from '../../support/on-screen';
import { api } from '../../support/stub-transport';

const german = () => setLanguage({ code: 'de-CH', texts: catalogues['de-CH'] ?? null });

afterEach(() => {
  // What was shown is gone.
  setLanguage(ENGLISH);
  setSentenceReader();
});

const changeOf = (name: string, now: string) => ({
  name,
  old: null,
  new: now,
  is_restorable: false,
});

function PageWithError() {
  useLanguage();
  return (
    <FieldFrame label="Name" errors={[{ message: 'First name is required' }]}>
      {() => null}
    </FieldFrame>
  );
}

it('reaches a list that is not rendered again with what is around it', async () => {
  const entries = [{ label: 'Building', title: 'Buildings', to: '/condos', icon: Building2 }];
  await renderScreen(<NavList entries={entries} />);
  expect(screen.getByRole('link', { name: 'Building' })).toHaveAttribute('title', 'Buildings');
  act(german);
  const link = screen.getByRole('link', { name: 'Liegenschaft' });
  expect(link).toBeVisible();
  expect(link).toHaveAttribute('title', 'Liegenschaften');
});

it('shows the language that was chosen last, whichever catalogue comes first', async () => {
  const answers: ((answer: Response) => void)[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    () => new Promise((resolve) => void answers.push(resolve)),
  );
  const choices = [chooseLanguage('de-CH'), chooseLanguage('fr-CH')];
  const [answerGerman, answerFrench] = answers;
  answerFrench?.(Response.json({}));
  await choices[1];
  answerGerman?.(Response.json({}));
  await choices[0];
  expect(currentLanguage().code).toBe('fr-CH');
  expect(document.documentElement.lang).toBe('fr-CH');
  expect(document.cookie).toContain('language=fr-CH');
  vi.restoreAllMocks();
  await chooseLanguage(ENGLISH.code);
});

it('counts by its own plural forms, and formats numbers, dates and values', async () => {
  act(german);
  await renderScreen(<ListCount count={1} total={null} noun={['building', 'buildings']} />);
  expect(screen.getByText('1 Liegenschaft')).toBeVisible();
  expect(formatNumber(1250.5)).toBe("1'250.5");
  expect(formatDateTime('2026-11-24T14:15:00')).toMatch(/^24\. Nov\.? 2026, \d\d:15$/);
  expect(titleCase('building_manager')).toBe('Verwalter');
  const places = ['aarau', 'Ägeri', 'Baar', 'Zug'];
  expect(places.toReversed().toSorted(compareNames)).toEqual(places);
  act(() => setLanguage({ code: 'fr-CH', texts: catalogues['fr-CH'] ?? null }));
  expect(titleCase('building_manager')).toBe('Gérant');
  expect(formatDecimals(1.5)).toBe('1,50');
});

it('a translation puts values and elements in its own order', async () => {
  act(german);
  expect(t`Export ${'Seeblick'}`).toBe('Seeblick exportieren');
  await renderScreen(<p>{rich`Export ${<b>Seeblick</b>}`}</p>);
  expect(screen.getByText('Seeblick').parentElement).toHaveTextContent('Seeblick exportieren');
});

it('has the sentences of the API and of the rules, and shows any other as it came', async () => {
  act(german);
  setSentenceReader(readSentence);
  await renderScreen(
    <FieldFrame label="Name" errors={[{ message: 'First name is required' }]}>
      {(control) => <input id={control.id} />}
    </FieldFrame>,
  );
  expect(screen.getByText('Vorname ist erforderlich')).toBeVisible();
  expect(translate('Building Name must be at most 255 characters')).toBe(
    'Name der Liegenschaft darf höchstens 255 Zeichen haben',
  );
  expect(translate('Too many wrong codes. Try again in 5 minutes.')).toBe(
    'Zu viele falsche Codes. Versuchen Sie es in 5 Minuten erneut.',
  );
  expect(translate('The moon is full')).toBe('The moon is full');
  const detail = 'The mail server cannot be reached. It will be tried again.';
  expect(mailText({ mail_state: 'queued', mail_detail: detail })).toMatch(
    /: Der Mailserver ist nicht erreichbar\. /,
  );
});

it('translates an error that was shown before the sentences came', async () => {
  const { [textId('{0} is required')]: _, ...texts } = catalogues['de-CH'] ?? {};
  setSentenceReader(readSentence);
  act(() => setLanguage({ code: 'de-CH', texts }));
  await renderScreen(<PageWithError />);
  expect(screen.getByText('First name is required')).toBeVisible();
  act(german);
  expect(screen.getByText('Vorname ist erforderlich')).toBeVisible();
});

it('translates an error of the API where it is shown, once and by its code', async () => {
  setSentenceReader(readSentence);
  const form = new FormApi({ defaultValues: { city: '' }, onSubmitMeta: {} });
  new FieldApi({ form, name: 'city' }).mount();
  const params = { field: 'City', max: '40' };
  const tooLong = { field: 'city', message: 'Ville : 40 au plus', code: 'too_long', params };
  // A text of the API's own is shown as it came, also where it is the translation of another one.
  const texts = { ...catalogues['de-CH'], [textId('Ort: zu lang')]: 'twice' };
  const catalogue = { ...texts, [textId('{0} must be at most {1} characters')]: 'Ort: zu lang' };
  act(() => setLanguage({ code: 'de-CH', texts: catalogue }));
  showServerErrors(form, new AppError({ status: 422, fields: [tooLong] }));
  await renderScreen(
    <FieldFrame label="City" errors={form.getFieldMeta('city')?.errors ?? []}>
      {(control) => <input id={control.id} />}
    </FieldFrame>,
  );
  expect(screen.getByText('Ort: zu lang')).toBeVisible();
});

it('leaves a text alone that its caller has translated, also where that is an English one', async () => {
  act(german);
  expect(translate('Buildings')).toBe('Liegenschaften');
  await renderScreen(
    <>
      <ErrorState text="Buildings" />
      <FormError message="Buildings" />
      <LoadingState text="Buildings" queryKey={[]} />
      <EmptyState title="Buildings" description="Buildings" />
      <ToastList
        toasts={[{ id: 1, tone: 'error', text: 'Buildings', durationMs: 1e6, link: undefined }]}
      />
    </>,
  );
  expect(await screen.findAllByText('Buildings')).toHaveLength(6);
  expect(document.body).not.toHaveTextContent('Liegenschaften');
});

it.each(['gebäude', 'building', 'liegenschaft'])('the palette finds "%s"', async (text) => {
  for (const call of ['condos', 'invitations', 'users', 'apartments'])
    api.on(`GET /admin/${call}`, () => ({ body: [] }));
  act(german);
  const screens = [{ label: 'Building', title: 'Buildings', to: '/condos', icon: Building2 }];
  const { user } = await renderScreen(<PaletteButton screens={screens} />);
  await user.click(screen.getByRole('button', { name: /überall/ }));
  await user.type(await screen.findByRole('combobox', { name: 'Alles durchsuchen' }), text);
  expect(await screen.findByRole('option', { name: 'Liegenschaften' })).toBeVisible();
  expect(screen.getByRole('option', { name: 'Neue Liegenschaft erfassen' })).toBeVisible();
});

it('puts values of the history into words of the language, and leaves what people wrote', () => {
  act(german);
  expect(valueText('parking_spot_number', 'None')).toBe('Keine');
  expect(valueText('parking_spot_number', 'P1')).toBe('P1');
  expect(valueText('notes', 'None')).toBe('None');
  expect(valueText('date_built', '1974-05-01')).toBe('1. Mai 1974');
  expect(valueText('since', '2026-11-24')).toBe('24. Nov. 2026');
  expect(valueText('notes', '1974-05-01')).toBe('1974-05-01');
});

it('a change of a factor has its own sentence', () => {
  act(german);
  const change = {
    change: 1,
    what: 'changed' as const,
    kind: 'user' as const,
    id: 7,
    name: 'Ada',
    count: 1,
    fields: [changeOf('change', 'Added'), changeOf('factor', 'Passkey')],
    is_restorable: false,
  };
  const { verb } = sentenceOf({
    id: 1,
    at: '2026-11-21T08:00:00.000Z',
    actor: { kind: 'administrator', id: 7, name: 'Ada' },
    action: 'factors',
    record: { kind: 'user', id: 7, name: 'Ada' },
    request_id: 'r',
    import_id: null,
    reason: null,
    change_count: 1,
    changes: [change],
    is_restorable: false,
  });
  expect(verb).toBe('fügte hinzu: einen Passkey');
});

it('translates what another text says by its code, and each sentence of an import where it stands', () => {
  act(german);
  setSentenceReader(readSentence);
  const sent = { code: 'too_long', params: { field: 'Zip Code', max: '40' } };
  expect(translate('Ville : 40 au plus', sent)).toBe('PLZ darf höchstens 40 Zeichen haben');
  expect(translate('Ville : 40 au plus')).toBe('Ville : 40 au plus');
  const message = 'there is no building with this name';
  const missing = { field: 'name', message: 'Building Name is required' };
  expect(
    translateParts(`Haus "Lac is required": ${message}; Bezeichnung: ${missing.message}`, [
      { message },
      missing,
    ]),
  ).toBe(
    `Haus "Lac is required": ${translate(message)}; Bezeichnung: ${translate(missing.message)}`,
  );
  expect(translate(message)).not.toBe(message);
});

it('says the words in a sentence, and the fields that an error names as on the wire', () => {
  act(german);
  setSentenceReader(readSentence, fieldLabel);
  expect(translate('Too many sign-ins at once. Try again in a few seconds.')).toMatch(
    /^Zu viele Anmeldungen auf einmal/,
  );
  expect(translate('The file is a PDF. CSV, XLS and XLSX files can be read')).toMatch(
    /^Die Datei ist ein PDF\. /,
  );
  expect(translate('could be 2500 or 2.5: write it without a thousands mark')).toMatch(
    /^könnte 2500 oder 2\.5 sein: /,
  );
  const units = {
    field: 'number_of_units',
    message: 'Number of units must be at least 1',
  };
  const flag = {
    field: 'flag',
    message: 'Please select a valid image file (JPEG, PNG, or WebP)',
  };
  const own = { field: 'moon', message: 'Full' };
  const fields = [units, flag, own];
  const detail = fields.map(({ field, message }) => `${field}: ${message}`).join('; ');
  const error = new AppError({ status: 422, detail, fields });
  expect(detailOrMessage(error)).toBe(
    `Anzahl Einheiten muss mindestens 1 sein; Kantonswappen: ${translate(flag.message)}; moon: Full`,
  );
  act(() => setLanguage(ENGLISH));
  expect(detailOrMessage(error)).toBe(detail);
});

it('the tags of a browser are answered by the nearest language', () => {
  expect(nearestLanguage(['de-AT', 'en'])).toBe('de-CH');
  expect(nearestLanguage(['rm', 'fr'])).toBe('fr-CH');
  expect(nearestLanguage(['en-GB'])).toBe('en');
  expect(nearestLanguage(['rm'])).toBeUndefined();
});
