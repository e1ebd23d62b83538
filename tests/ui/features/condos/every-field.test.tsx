import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { condoFields } from '~/contract/condo-fields';
import { readCondo } from '~/contract/condo-reading';
import { fieldOf, type Field } from '~/contract/fields';
import { CondoOverview } from '~/features/condos/condo-overview';
import { CreateCondoPage } from '~/features/condos/create-condo-page';
import { renderScreen } from '../../../support/on-screen';

/* A field in the building's table is on its screens too: whoever adds one and forgets a screen is told here. */

const names = Object.keys(condoFields);
const isReadOnly = (name: string) => fieldOf(condoFields, name).readOnly === true;

it('each is on the form, under its label', async () => {
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

/** A building with a value in every field. */
const full = Object.fromEntries(names.map((name) => [name, someValue(fieldOf(condoFields, name))]));

it.each(shown)('%s is on the page of a building', (name) => {
  expect(pageOf({ ...full, [name]: null })).not.toBe(pageOf(full));
});

function pageOf(record: Record<string, unknown>): string {
  return render(<CondoOverview condo={readCondo(record)} />).container.innerHTML;
}

function someValue(field: Field): unknown {
  switch (field.kind) {
    case 'choice':
      return field.options[0];
    case 'id':
    case 'reference':
    case 'number':
    case 'integer':
      return 7;
    case 'boolean':
      return !field.otherwise;
    case 'date':
      return '1974-05-01';
    case 'instant':
      return '2026-03-05T10:20:00Z';
    case 'url':
    case 'image':
      return 'https://seestrasse.example.ch';
    case 'text':
    case 'email':
    case 'parking':
      return 'Some text';
  }
}
