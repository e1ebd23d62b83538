import { SelectField } from '~/kit/form/choice-fields';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import catalogues from 'virtual:catalogues';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { DateField } from '~/kit/form/date-input';
import { formContext } from '~/kit/form/field-frame';
import { FormField } from '~/kit/form/form-field';
import { NumberField } from '~/kit/form/number-field';
import { SubmitButton } from '~/kit/form/submit-button';
import { TextField } from '~/kit/form/text-field';
import { useValidatedForm } from '~/kit/form/use-record-form';
import { z } from '~/fields/zod';
import { ENGLISH, setLanguage } from '~/language/texts';

const schema = z.object({
  state: z.string().min(1, 'Canton is required'),
  notes: z.string().max(5, 'Notes must be at most 5 characters'),
  units: z
    .number({ error: 'Number of units must be at least 1' })
    .min(1, 'Number of units must be at least 1')
    .optional(),
  rooms: z.number().optional(),
  date_built: z.string().regex(/^(\d{4}-\d{2}-\d{2})?$/, 'Please enter a valid date (YYYY-MM-DD)'),
  condo_id: z.number({ error: 'Condo is required' }),
});

type Values = Omit<z.input<typeof schema>, 'condo_id'> & { condo_id: number | undefined };

const EMPTY: Values = {
  state: '',
  notes: '',
  units: undefined,
  rooms: undefined,
  date_built: '',
  condo_id: undefined,
};

interface ExampleProps {
  values?: Partial<Values>;
  onSubmit?: (value: Values) => void;
}

function Example({ values, onSubmit }: ExampleProps) {
  const { form } = useValidatedForm<Values>(
    { defaultValues: { ...EMPTY, ...values }, schema },
    async (value) => onSubmit?.(value),
  );
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.handleSubmit();
      }}
    >
      <formContext.Provider value={form}>
        <FormField name="state">
          <TextField label="Canton" required hint="In full" />
        </FormField>
        <FormField name="notes">
          <TextField label="Notes" rows={3} />
        </FormField>
        <FormField name="units">
          <NumberField label="Number of Units" step={0.01} />
        </FormField>
        <FormField name="rooms">
          <NumberField label="Rooms" step={0.5} />
        </FormField>
        <FormField name="date_built">
          <DateField label="Date Built" />
        </FormField>
        <FormField name="condo_id">
          <SelectField
            label="Building"
            placeholder="Select a building"
            options={[
              { value: 7, label: 'Bellevue' },
              { value: 12, label: 'Seidenhof' },
            ]}
          />
        </FormField>
        <button type="button" onClick={() => form.reset({ ...EMPTY, units: 9 })}>
          Reset
        </button>
        <SubmitButton label="Save" busyLabel="Saving..." />
      </formContext.Provider>
    </form>
  );
}

const VALID: Partial<Values> = { state: 'Vaud', condo_id: 7 };

async function submit() {
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
}

/** Returns the data that the form sends for these values, after `edit`. */
async function sent(
  edit: (user: ReturnType<typeof userEvent.setup>) => Promise<void>,
  values = VALID,
) {
  const onSubmit = vi.fn<(value: Values) => void>();
  const user = userEvent.setup();
  render(<Example values={values} onSubmit={onSubmit} />);
  await edit(user);
  await submit();
  await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
  return onSubmit.mock.calls[0]?.[0];
}

test('the required marker is not part of the name', () => {
  render(<Example />);
  const canton = screen.getByRole('textbox', { name: 'Canton' });
  expect(screen.getByLabelText('Canton', { exact: true })).toBe(canton);
  expect(canton).toBeRequired();
  expect(canton).toHaveAccessibleDescription('In full');
  expect(canton).toBeValid();
  expect(screen.getByLabelText('Notes')).not.toBeRequired();
});

test('an error describes its field, before the hint, and goes when the field is edited', async () => {
  render(<Example />);
  await submit();
  const canton = screen.getByLabelText('Canton');
  await waitFor(() => expect(canton).toHaveAccessibleDescription('Canton is required In full'));
  expect(canton).toBeInvalid();
  expect(screen.getByLabelText('Building')).toHaveAccessibleDescription('Condo is required');
  expect(screen.getByLabelText('Notes')).toBeValid();
  await userEvent.type(canton, 'Vaud');
  await waitFor(() => expect(canton).toBeValid());
  expect(canton).toHaveAccessibleDescription('In full');
});

test('a number is a number, and its text stays as typed', async () => {
  const value = await sent((user) => user.type(screen.getByLabelText('Number of Units'), '2.50'));
  expect(value?.units).toBe(2.5);
  expect(screen.getByLabelText<HTMLInputElement>('Number of Units').value).toBe('2.50');
});

test.each([
  { units: 0, typed: '{End}', shown: '0' },
  { units: undefined, typed: '1e', shown: '1e' },
])('$shown is shown and rejected, not taken for empty', async ({ units, typed, shown }) => {
  const onSubmit = vi.fn<() => void>();
  render(<Example values={{ ...VALID, units }} onSubmit={onSubmit} />);
  const field = screen.getByLabelText('Number of Units');
  await userEvent.type(field, typed);
  expect(field).toHaveValue(shown);
  await submit();
  expect(await screen.findByText('Number of units must be at least 1')).toBeVisible();
  expect(onSubmit).not.toHaveBeenCalled();
});

test('arrow keys step, with the separator that was typed', async () => {
  render(<Example />);
  const units = screen.getByRole('spinbutton', { name: 'Number of Units' });
  expect(units).toHaveAttribute('inputmode', 'decimal');
  await userEvent.type(units, '{ArrowUp}{ArrowUp}');
  expect(units).toHaveValue('1.01');
  expect(units).toHaveAttribute('aria-valuenow', '1.01');
  await userEvent.clear(units);
  await userEvent.type(units, '82,5{ArrowDown}');
  expect(units).toHaveValue('82,49');
});

test.each([
  ['', '{ArrowDown}', '1'],
  ['3', '{ArrowUp}', '3.5'],
  ['3.5', '{ArrowDown}', '3'],
  ['3.7', '{ArrowUp}', '4'],
  ['3.7', '{ArrowDown}', '3.5'],
  ['1', '{ArrowDown}', '1'],
  ['-4', '{ArrowUp}', '1'],
])('rooms step by a half: %s, %s is %s', async (typed, key, shown) => {
  render(<Example />);
  const rooms = screen.getByLabelText('Rooms');
  await userEvent.type(rooms, typed + key);
  expect(rooms).toHaveValue(shown);
});

test('a reset shows the new number', async () => {
  render(<Example />);
  await userEvent.type(screen.getByLabelText('Number of Units'), '3');
  await userEvent.click(screen.getByRole('button', { name: 'Reset' }));
  expect(screen.getByLabelText('Number of Units')).toHaveValue('9');
});

test('a choice keeps the type of its value; the placeholder is not a choice', async () => {
  const value = await sent((user) =>
    user.selectOptions(screen.getByLabelText('Building'), 'Seidenhof'),
  );
  expect(value?.condo_id).toBe(12);
  await userEvent.selectOptions(screen.getByLabelText('Building'), 'Select a building');
  await submit();
  expect(await screen.findByText('Condo is required')).toBeVisible();
});

test('a date can be typed; what is not a date stays and is rejected', async () => {
  const value = await sent((user) => user.type(screen.getByLabelText('Date Built'), '2001-05-06'));
  expect(value?.date_built).toBe('2001-05-06');
  await userEvent.type(screen.getByLabelText('Date Built'), 'x');
  await submit();
  expect(await screen.findByText('Please enter a valid date (YYYY-MM-DD)')).toBeVisible();
  expect(screen.getByLabelText('Date Built')).toHaveValue('2001-05-06x');
});

/** The calendar's library is a thousand files, which nothing bundles here. */
beforeAll(() => import('~/kit/form/date-popover'));

test('a date can be typed as 12.5.1987, and is shown in its own form when the field is left', async () => {
  const value = await sent(async (user) => {
    await user.type(screen.getByLabelText('Date Built'), '12.5.1987');
    expect(screen.getByLabelText('Date Built')).toHaveValue('12.5.1987');
    await user.tab();
    expect(screen.getByLabelText('Date Built')).toHaveValue('1987-05-12');
  });
  expect(value?.date_built).toBe('1987-05-12');
});

const dateBuilt = () => screen.getByLabelText('Date Built');

test.each(Object.entries(catalogues))(
  'in %s a date has the form of the placeholder, and is sent as ever',
  async (code, texts) => {
    setLanguage({ code, texts });
    onTestFinished(() => setLanguage(ENGLISH));
    const value = await sent(
      async (user) => {
        expect(dateBuilt()).toHaveValue('06.05.2001');
        expect(dateBuilt().getAttribute('placeholder')).toMatch(/^..\.MM\.....$/);
        await user.clear(dateBuilt());
        await user.type(dateBuilt(), '2001-12-31');
        expect(dateBuilt()).toHaveValue('2001-12-31');
        await user.tab();
        expect(dateBuilt()).toHaveValue('31.12.2001');
        // Goes on from the form that is shown.
        await user.type(dateBuilt(), '{Backspace}3');
        expect(dateBuilt()).toHaveValue('31.12.2003');
      },
      { ...VALID, date_built: '2001-05-06' },
    );
    expect(value?.date_built).toBe('2003-12-31');
  },
);

test('a date can be picked by keyboard; the focus comes back', async () => {
  const value = await sent(
    async (user) => {
      await user.click(screen.getByLabelText('Open calendar'));
      await waitFor(() =>
        expect(document.activeElement).toHaveAccessibleName(/^Sunday, May 6, 2001/),
      );
      await user.keyboard('{ArrowDown}{ArrowLeft}{Enter}');
      await waitFor(() => expect(screen.getByLabelText('Open calendar')).toHaveFocus());
    },
    { ...VALID, date_built: '2001-05-06' },
  );
  expect(value?.date_built).toBe('2001-05-12');
});

test.each(Object.entries(catalogues))(
  'in %s the calendar has the names of the language',
  async (code, texts) => {
    setLanguage({ code, texts });
    onTestFinished(() => setLanguage(ENGLISH));
    render(<Example values={{ date_built: '2001-05-06' }} />);
    const opener = screen.getAllByRole('button').find((button) => button.ariaHasPopup === 'dialog');
    await userEvent.click(opener ?? document.body);
    const calendar = within(await screen.findByRole('dialog'));
    expect(calendar.getAllByRole('combobox')).toHaveLength(2);
    expect(calendar.queryByText('May')).toBeNull();
    expect(calendar.queryByRole('button', { name: /Month$/ })).toBeNull();
    expect(calendar.queryByRole('combobox', { name: /Month$/ })).toBeNull();
  },
);
