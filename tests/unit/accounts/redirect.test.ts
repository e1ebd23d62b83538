import fc from 'fast-check';
import { expect, it } from 'vitest';
import { safeRedirect, validateLoginSearch } from '~/accounts/screens/guard';

const ORIGIN = 'https://panel.test';

it.each(['/condos', '/condos?search=%3Cscript%3E&zip_code=01003', '/users/1#x'])(
  '%s is kept',
  (path) => {
    expect(safeRedirect(path)).toBe(path);
  },
);

it.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  'condos',
  '',
  '/login',
  '/login?redirect=/login',
  undefined,
  7,
])('%j is not', (target) => {
  expect(safeRedirect(target)).toBeUndefined();
});

it('a login never leads to another origin', () => {
  const part = fc.constantFrom(
    ...Array.from('/\\.@:?#\t\na'),
    '..',
    'evil.example',
    'https:',
    '%2f',
  );
  const targets = fc.array(part, { maxLength: 8 }).map((parts) => safeRedirect(parts.join('')));
  for (const target of fc.sample(targets, 2_000)) {
    expect(new URL(target ?? '/', ORIGIN).origin).toBe(ORIGIN);
  }
});

it('the route names the param even where it drops it: the router would keep the raw one', () => {
  const search = validateLoginSearch({ redirect: 'https://evil.example' });
  expect({ redirect: 'https://evil.example', ...search }.redirect).toBeUndefined();
});
