import { expect, it } from 'vitest';
import { createPasswords, deriveArgon2 } from '~/accounts/server/passwords';

/** The parameters of each hash that was computed. */
function createObservedPasswords() {
  const derived: object[] = [];
  const passwords = createPasswords((password, { nonce, ...work }) => {
    derived.push({ ...work, saltBytes: nonce.length });
    return deriveArgon2(password, { nonce, ...work });
  });
  return { passwords, derived };
}

it('accepts the password of a hash and no other', async () => {
  const { passwords } = createObservedPasswords();
  const hash = await passwords.hash('right');
  expect(await passwords.verify(hash, 'right')).toBe(true);
  expect(await passwords.verify(hash, 'wrong')).toBe(false);
  expect(await passwords.verify(`${hash}AAAA`, 'right')).toBe(false);
  expect(await passwords.verify('no hash', 'right')).toBe(false);
});

it('an unknown name costs the same work as a known one: one hash with the same parameters', async () => {
  const { passwords, derived } = createObservedPasswords();
  const hash = await passwords.hash('right');
  derived.length = 0;
  expect(await passwords.verify(null, 'right')).toBe(false);
  const ofUnknown = derived.splice(0);
  await passwords.verify(hash, 'wrong');
  expect(derived).toHaveLength(1);
  expect(ofUnknown).toEqual(derived);
});
