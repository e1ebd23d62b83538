import { describe, expect, it } from 'vitest';
import { findPasswordProblem } from '~/api/acceptance/password-rules';

const EMAIL = 'anna.muster@example.com';

describe('a new password', () => {
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
  ])('%s is too common', (password) => {
    expect(findPasswordProblem(password, EMAIL)).toMatch(/too common/);
  });

  it.each([
    'four words make one',
    'Tr0ub4dor&3-again',
    '314159265358979',
    'anna.muster@example.com!x',
    'passwords are hard to choose',
    'aaaaaaaaaaaab-and-more',
    'two  spaces  x',
  ])('%j will do', (password) => {
    expect(findPasswordProblem(password, EMAIL)).toBeNull();
  });
});
