import { afterEach, expect, it, vi } from 'vitest';
import { pageLanguage, inLanguage } from '~/platform/http/page-language.server';
import { currentLanguage, t } from '~/language/texts';

vi.mock('~/platform/settings.server', () => ({
  getSettings: () => ({ defaultLanguage }),
}));

let defaultLanguage = 'en';
afterEach(() => {
  defaultLanguage = 'en';
});

function languageOf(path: string, headers: Record<string, string> = {}): string {
  return pageLanguage(new Request(`http://panel${path}`, { headers }));
}

it('a page is in English, in the language of the operator, or in the chosen one', () => {
  const browser = { 'accept-language': 'fr-CH, fr;q=0.9' };
  expect(languageOf('/condos', browser)).toBe('en');
  defaultLanguage = 'de-CH';
  expect(languageOf('/condos', browser)).toBe('de-CH');
  expect(languageOf('/condos', { cookie: 'a=b; language=it-CH' })).toBe('it-CH');
  expect(languageOf('/condos', { cookie: 'language=en' })).toBe('en');
  expect(languageOf('/condos', { cookie: 'language=xx' })).toBe('de-CH');
});

it('a page of a link from a mail follows the browser, unless a language was chosen', () => {
  const browser = { 'accept-language': 'en;q=0.3, rm, fr;q=0.5, it;q=0' };
  expect(languageOf('/set-password?token=1', browser)).toBe('fr-CH');
  expect(languageOf('/invitations/accept', browser)).toBe('fr-CH');
  expect(languageOf('/forgot-password', { 'accept-language': 'rm' })).toBe('en');
  expect(languageOf('/forgot-password', { ...browser, cookie: 'language=de-CH' })).toBe('de-CH');
});

async function render(): Promise<string> {
  await new Promise((resolve) => setTimeout(resolve));
  return `${currentLanguage().code} ${t`Admin Login`}`;
}

it('pages in several languages are rendered at once', async () => {
  const codes = ['de-CH', 'en', 'it-CH'];
  expect(await Promise.all(codes.map((code) => inLanguage(code, render)))).toEqual([
    'de-CH Anmeldung',
    'en Admin Login',
    'it-CH Accesso',
  ]);
  expect(t`Admin Login`).toBe('Admin Login');
});
