import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { toPlain } from '~/rpc/perform.server';

it('the input of a server function is what JSON says of it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (sent) => {
      expect(JSON.stringify(toPlain(sent))).toBe(JSON.stringify(sent));
    }),
  );
});

it('no function in it is called: the framework makes one of the id of a server function', () => {
  const toJSON = vi.fn<() => void>();
  for (const sent of [{ toJSON }, [{ toJSON }], { call: 'session.login', input: { toJSON } }]) {
    expect(toPlain(sent)).toBeUndefined();
  }
  expect(toJSON).not.toHaveBeenCalled();
});
