import { FormApi } from '@tanstack/react-form';
import { expect, it } from 'vitest';
import { showServerErrors } from '~/kit/form/server-errors';
import { readBulkValidation } from '~/imports/bulk-reading';
import { readInvitation } from '~/invitations/fields';
import { AppError } from '~/rpc/errors/app-error';
import { toEditedFile } from '~/imports/screens/bulk-files';
import { mailText } from '~/invitations/texts';

const MEMBERS = ['constructor', 'toString', '__proto__'];

it('a state that every object has a member for is an unknown one', () => {
  for (const state of MEMBERS) {
    expect(mailText(readInvitation({ id: 1, mail: { state } }))).toBeNull();
  }
  expect(mailText(readInvitation({ id: 1, mail: { state: 'sent' } }))).toBe('Email sent');
});

it('an error of the API about a field that every object has is about no field of the form', () => {
  const form = new FormApi({ defaultValues: { name: '' }, onSubmitMeta: {} });
  form.mount();
  for (const field of MEMBERS) {
    const error = new AppError({ status: 422, fields: [{ field, message: `No ${field}` }] });
    expect(showServerErrors(form, error)).toEqual([`No ${field}`]);
    expect(showServerErrors(form, error, { title: 'name' })).toEqual([`No ${field}`]);
  }
});

it('a column that every object has a member for is empty in rows without it', async () => {
  const answer =
    '{"valid_rows":[{"name":"One","constructor":"c","toString":"t","__proto__":"p"}],' +
    '"invalid_rows":[{"row":{"name":"Two"},"error":"no"}]}';
  const validation = await readBulkValidation(new Blob([answer]));
  const edits = new Map([[0, { name: 'Three' }]]);
  const file = await toEditedFile(validation, edits, ['name'], 'a.csv');
  const text = await file.text();
  expect(text.trim().replaceAll('"', '').split(/\r?\n/)).toEqual([
    'name,constructor,toString,__proto__',
    'One,c,t,p',
    'Three,,,',
  ]);
});
