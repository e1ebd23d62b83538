import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { condoFields, readCondo } from '~/condos/fields';
import { fieldOf, type Field } from '~/fields/fields';
import { CondoOverview } from '~/condos/screens/condo-detail-page';
import { CreateCondoPage } from '~/condos/screens/create-condo-page';
import { renderScreen } from '../../support/on-screen';

/* A field of the building's table is on its screens too. A new field that a screen lacks fails here. */

const names = Object.keys(condoFields);
const isReadOnly = (name: string) => fieldOf(condoFields, name).readOnly === true;

it('each field is on the form, under its label', async () => {
  await renderScreen(<CreateCondoPage />, '/condos/create');
  await screen.findByLabelText('Building Image');
  const given = names.filter(
    (name) => !isReadOnly(name) || fieldOf(condoFields, name).kind === 'image',
  );
  expect(
    given.filter((name) => !screen.queryByLabelText(fieldOf(condoFields, name).label)),
  ).toEqual([]);
});

/** The first two are in the address and the heading of the page. */
const shown = names.filter((name) => name !== 'id' && name !== 'name');

const VALUES: Record<Exclude<Field['kind'], 'choice' | 'boolean'>, unknown> = {
  id: 7,
  reference: 7,
  number: 7,
  integer: 7,
  date: '1974-05-01',
  instant: '2026-03-05T10:20:00Z',
  url: 'https://seestrasse.example.ch',
  image: 'https://seestrasse.example.ch',
  text: 'Some text',
  email: 'Some text',
  parking: 'Some text',
};

/** A building with a value in every field. */
const full = Object.fromEntries(names.map((name) => [name, someValue(fieldOf(condoFields, name))]));

it.each(shown)('%s is on the page of a building', (name) => {
  expect(pageOf({ ...full, [name]: null })).not.toBe(pageOf(full));
});

function pageOf(record: Record<string, unknown>): string {
  return render(<CondoOverview condo={readCondo(record)} />).container.innerHTML;
}

function someValue(field: Field): unknown {
  if (field.kind === 'choice') return field.options[0];
  return field.kind === 'boolean' ? !field.otherwise : VALUES[field.kind];
}
