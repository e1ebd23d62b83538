import { expect, it } from 'vitest';
import { recordState } from '~/components/feedback/record-state';
import { AppError } from '~/lib/app-error';

const GONE = new AppError({ status: 404 });
const BROKEN = new AppError({ status: 500 });
const RECORD = { id: 1 };

it.each([
  ['nothing yet', undefined, null, { kind: 'pending' }],
  ['a failure', undefined, BROKEN, { kind: 'error' }],
  ['404', undefined, GONE, { kind: 'missing' }],
  ['null', null, null, { kind: 'missing' }],
  ['a record', RECORD, null, { kind: 'loaded', data: RECORD }],
  ['a record whose refresh failed', RECORD, BROKEN, { kind: 'loaded', data: RECORD }],
  ['a record that is gone since', RECORD, GONE, { kind: 'missing' }],
])('%s', (_, data, error, state) => {
  expect(recordState({ data, error })).toEqual(state);
});
