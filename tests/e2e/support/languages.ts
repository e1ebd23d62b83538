import { expect, type Page } from '@playwright/test';
import german from '../../../app/language/locales/de-CH.json' with { type: 'json' };
import french from '../../../app/language/locales/fr-CH.json' with { type: 'json' };
import italian from '../../../app/language/locales/it-CH.json' with { type: 'json' };
import { ADMIN } from './server-process';

/** Languages by their own names. English is the last one, since the account keeps the last choice. */
const NAMES = { 'de-CH': 'Deutsch', 'fr-CH': 'Français', 'it-CH': 'Italiano', en: 'English' };

export type Code = keyof typeof NAMES;
export const LANGUAGES: readonly Code[] = ['de-CH', 'fr-CH', 'it-CH', 'en'];
/** Languages that axe checks: these, or every one with AXE_LANGUAGES=all. */
export const axeLanguages = (...some: Code[]): readonly Code[] =>
  process.env.AXE_LANGUAGES === 'all' ? LANGUAGES : some;

const CATALOGUES: Readonly<Record<Code, Readonly<Record<string, unknown>>>> = {
  'de-CH': german,
  'fr-CH': french,
  'it-CH': italian,
  en: {},
};

/** Finds a text of the screen in a language, by the English one. */
export type Say = (english: string) => string;

export function sayIn(code: Code): Say {
  return (english) => {
    const text = code === 'en' ? english : CATALOGUES[code][english];
    if (typeof text !== 'string') throw new Error(`"${english}" is in no catalogue of ${code}`);
    return text;
  };
}

/**
 * Chooses a language as people do: in the "Welcome, ..." menu, or at the foot of a public page. The
 * page stays unchanged.
 */
export async function chooseLanguage(page: Page, code: Code): Promise<void> {
  if ((await page.locator('html').getAttribute('lang')) === code) return;
  const menu = page.getByRole('banner').getByRole('button', { name: ADMIN.email });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('button', { name: NAMES[code], exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', code);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
}
