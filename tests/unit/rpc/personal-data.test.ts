import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EMAIL } from '~/fields/email-address';
import { withoutPersonalData } from '~/rpc/embedded/personal-data';

it.each([
  ['Anna Muster (anna@example.ch)', 'Anna Muster'],
  ['token Nightly of Anna Muster (anna@example.ch)', 'token Nightly of Anna Muster'],
  ['anna@example.ch', '(e-mail address)'],
  ['Write to "o\'brien+x@sub.example.ch", please.', 'Write to "(e-mail address)", please.'],
  ['search=anna%40example.ch&role=owner', 'search=(e-mail address)&role=owner'],
  ['mailto:anna@müller.example', 'mailto:(e-mail address)'],
  ['<anna@xn--mller-kva.example>', '<(e-mail address)>'],
  ['2 @ 14:00, @home, a@b', '2 @ 14:00, @home, a@b'],
  ['https://example.ch/@place', 'https://example.ch/@place'],
])('"%s" is shown as "%s"', (text, shown) => {
  expect(withoutPersonalData(text)).toBe(shown);
});

it('leaves no address in any text, wherever it is', () => {
  const address = fc
    .stringMatching(/^[\w'+.-]{1,20}@[a-z\d-]{1,9}\.[a-z]{2,6}$/)
    .filter((text) => EMAIL.test(text));
  const around = fc.constantFrom('', ' ', '"', '(', ')', '<', '>', ',', ';', '=', '\n');
  fc.assert(
    fc.property(address, around, around, (email, before, after) => {
      const shown = withoutPersonalData({ names: [`x ${before}${email}${after} y`] });
      expect(JSON.stringify(shown)).not.toContain(email);
    }),
  );
});

it('leaves out fields by their names, and differences in them', () => {
  const since = new Date(0);
  expect(
    withoutPersonalData({
      email: null,
      author_email: 'x',
      phone: '1',
      notes: 'x',
      email_verified: true,
      since,
      of: [{ note: 'x', id: 1 }],
      changes: [
        { field: 'phone', old: '1', new: '2' },
        { field: 'name', old: 'A', new: 'B' },
      ],
      fields: [{ name: 'note', old: 'a', new: 'b', is_restorable: true }],
      errors: [{ field: 'email', message: 'Email is required' }],
      row: { values: { phone: '1', name: 'A' }, version: '"hash"' },
      version: '"tag"',
      'anna@example.ch': 1,
    }),
  ).toEqual({
    email_verified: true,
    since,
    of: [{ id: 1 }],
    changes: [{ field: 'name', old: 'A', new: 'B' }],
    fields: [],
    errors: [{ field: 'email', message: 'Email is required' }],
    row: { values: { name: 'A' } },
    version: '"tag"',
    '(e-mail address)': 1,
  });
});

it('reads a hostile text in no time', () => {
  const began = performance.now();
  withoutPersonalData([`${'a'.repeat(5_000)}@`, `a@${'a.'.repeat(2_500)}`, 'a@'.repeat(2_500)]);
  expect(performance.now() - began).toBeLessThan(1_000);
});
