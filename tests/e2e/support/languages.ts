import { expect, type Page } from '@playwright/test';
import german from '../../../app/language/locales/de-CH.json' with { type: 'json' };
import french from '../../../app/language/locales/fr-CH.json' with { type: 'json' };
import italian from '../../../app/language/locales/it-CH.json' with { type: 'json' };
import { ADMIN } from './server-process';

/** By their own names. English is the last one: the account keeps what was chosen. */
const NAMES = { 'de-CH': 'Deutsch', 'fr-CH': 'Français', 'it-CH': 'Italiano', en: 'English' };

export type Code = keyof typeof NAMES;
export const LANGUAGES: readonly Code[] = ['de-CH', 'fr-CH', 'it-CH', 'en'];
/** What axe looks at: these languages, with AXE_LANGUAGES=all every one. */
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

/** As people do it: in the "Welcome, ..." menu, on public pages at the foot. The page stays as it is. */
export async function chooseLanguage(page: Page, code: Code): Promise<void> {
  if ((await page.locator('html').getAttribute('lang')) === code) return;
  const menu = page.getByRole('banner').getByRole('button', { name: ADMIN.email });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('button', { name: NAMES[code], exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', code);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
}
