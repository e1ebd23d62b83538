import { expect, it } from 'vitest';
import { earlyRequestKey, earlyRequestScript } from '~/data/early-request';

it('the key does not depend on the order of the params', () => {
  expect(earlyRequestKey('condos', { b: '2', a: '1' })).toBe(
    earlyRequestKey('condos', { a: '1', b: '2' }),
  );
  expect(earlyRequestKey('condos', { a: '1' })).not.toBe(earlyRequestKey('condos', { a: '2' }));
});

it('no text of the address can end the script', () => {
  const text = '</script><script>alert(1)</script>"\\\u2028';
  const script = earlyRequestScript({ key: text, url: `/x?payload=${text}` });
  expect(script).not.toContain('<');
});
