import { expect, it } from 'vitest';
import { acceptFormSchema } from '~/invitations/acceptance';
import { findPasswordProblem, newPasswordSchema } from '~/accounts/new-password';
import { issueMessages } from '../fields/messages';

const EMAIL = 'anna.muster@example.com';

it.each([
  'password1234',
  'PASSWORD1234',
  'Ｐａｓｓｗｏｒｄ１２３４',
  'administrator',
  'ANNA.MUSTER@example.com',
  'aaaaaaaaaaaa',
  'abcabcabcabc',
  '121212121212',
  'hahahahahahaha!',
  '123456789012',
  '098765432109',
  'abcdefghijklmn',
  'zyxwvutsrqponm',
  'condo-admin-demo',
  'Condo Admin 2026!',
  'C0ndo_P@ssw0rd',
  'Super-Admin-123',
])('%s is too common', (password) => {
  expect(findPasswordProblem(password, EMAIL)?.code).toBe('common_password');
});

it.each([
  'four words make one',
  'Tr0ub4dor&3-again',
  '314159265358979',
  'anna.muster@example.com!x',
  'passwords are hard to choose',
  'aaaaaaaaaaaab-and-more',
  'two  spaces  x',
  'condominium keys',
  'administrator ключ',
])('%j will do', (password) => {
  expect(findPasswordProblem(password, EMAIL)).toBeNull();
});

it('forms check a new password too, except against the address; a short one is only called short', () => {
  const names = { first_name: 'Anna', last_name: 'Muster' };
  const messages = (password: string) => issueMessages(acceptFormSchema, { ...names, password });
  expect(messages('password1234')).toEqual([
    'password: This password is too common. Please choose another one',
  ]);
  expect(messages('aaaa')).toEqual(['password: Password must be at least 12 characters']);
  expect(messages('a'.repeat(257))).toEqual(['password: Password must be at most 256 characters']);
  expect(newPasswordSchema.safeParse(EMAIL).success).toBe(true);
  expect(findPasswordProblem('aaaa', EMAIL)).toEqual({
    code: 'too_short',
    params: { field: 'Password', min: '12' },
  });
});
