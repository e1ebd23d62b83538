import { describe, expect, it } from 'vitest';
import { inviteFormSchema, invitePayloadSchema, toInvitePayload } from '~/contract/invitation';
import { loginFormSchema, toLoginPayload } from '~/contract/session';
import { issueMessages } from './messages';

describe('the login form', () => {
  it('has its two messages', () => {
    expect(issueMessages(loginFormSchema, { email: 'nobody', password: '' })).toEqual([
      'email: Invalid email address',
      'password: Password is required',
    ]);
  });

  it('calls the e-mail username on the wire', () => {
    expect(toLoginPayload({ email: 'a@b.ch', password: ' p ' })).toEqual({
      username: 'a@b.ch',
      password: ' p ',
    });
  });
});

describe('the invitation form', () => {
  const FORM = { email: 'a@b.ch', role: 'renter', condo_id: 4, apartment_id: 9 };

  it('needs a valid e-mail, a building and one of three roles', () => {
    expect(issueMessages(inviteFormSchema, { ...FORM, email: 'x' })).toEqual([
      'email: Invalid email address',
    ]);
    expect(issueMessages(inviteFormSchema, { ...FORM, condo_id: undefined })).toEqual([
      'condo_id: Building selection is required',
    ]);
    expect(issueMessages(inviteFormSchema, { ...FORM, role: 'super_admin' })).toHaveLength(1);
  });

  it.each([
    ['owner', false],
    ['renter', false],
    ['building_manager', true],
  ])('%s without an apartment: %s', (role, allowed) => {
    for (const apartment of [null, undefined]) {
      expect(issueMessages(inviteFormSchema, { ...FORM, role, apartment_id: apartment })).toEqual(
        allowed ? [] : ['apartment_id: Apartment selection is required for this role'],
      );
    }
  });

  it('leaves the apartment out where none is meant', () => {
    const form = inviteFormSchema.parse({ ...FORM, role: 'building_manager', apartment_id: null });
    expect(toInvitePayload(form)).toEqual({
      email: 'a@b.ch',
      role: 'building_manager',
      condo_id: 4,
    });
  });

  it('the API reads ids as numbers', () => {
    expect(invitePayloadSchema.parse({ ...FORM, condo_id: '4', apartment_id: '9' })).toEqual(FORM);
  });
});
