import { expect, it } from 'vitest';
import { readInvitation } from '~/contract/invitation-reading';
import { mailText } from '~/lib/invitation-texts';

it('a state that every object has a member for is an unknown one', () => {
  for (const state of ['constructor', 'toString', '__proto__']) {
    expect(mailText(readInvitation({ id: 1, mail: { state } }))).toBeNull();
  }
  expect(mailText(readInvitation({ id: 1, mail: { state: 'sent' } }))).toBe('Email sent');
});
