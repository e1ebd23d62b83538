import type { Page } from '@playwright/test';
import catalogue from '../../app/language/locales/de-CH.json' with { type: 'json' };
import { failedRequest } from './support/console-guard';
import { expect, linkMailedTo, test } from './support/mail-test';
import { ADMIN } from './support/server-process';
import { expectPseudo, pseudo, usePseudoLanguage } from './support/pseudo-language';

test.use({ signedIn: false });

const GUEST = 'guest@example.com';
const NOT_VALID = '?token=none';
const PAGES = ['/login', '/forgot-password', '/set-password', '/invitations/accept'];

/** A page of the router's own, which keeps the language: the server renders no pseudo-language. */
async function openInside(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), path);
  await expect(page).toHaveURL(path);
  await page.waitForLoadState('networkidle');
}

const press = (page: Page, name: string) =>
  page.getByRole('button', { name: pseudo(name), exact: true }).click();

test('every text of the pages that anybody may open has passed through a catalogue', async ({
  page,
  context,
  api,
  smtp,
  baseURL,
  browserGuard,
}) => {
  browserGuard.expect(failedRequest(401), failedRequest(404), failedRequest(422));
  const condoId = await api.createCondo({ name: 'Θέα', address: 'Οδός 7', city: 'Πόλη' });
  await api.invite(GUEST, condoId);
  const invitation = await linkMailedTo(smtp, GUEST);

  await usePseudoLanguage(context, baseURL ?? '');
  await context.clearCookies();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Deutsch' }).click();
  await expect(page.getByRole('heading', { name: pseudo('Admin Login') })).toBeVisible();
  await expectPseudo(page, '/login');
  await page.getByLabel(pseudo('Email'), { exact: true }).fill(GUEST);
  await page.getByLabel(pseudo('Password'), { exact: true }).fill('wrong-password-7');
  await press(page, 'Login');
  await expect(page.getByRole('alert')).toBeVisible();
  await expectPseudo(page, '/login, rejected');

  await openInside(page, '/forgot-password');
  await expectPseudo(page, '/forgot-password');
  await press(page, 'Send Link');
  await expectPseudo(page, '/forgot-password, without an address');
  await page.getByLabel(pseudo('Email'), { exact: true }).fill(ADMIN.email);
  await press(page, 'Send Link');
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expectPseudo(page, '/forgot-password, sent');
  const password = await linkMailedTo(smtp, ADMIN.email);

  for (const { link, button } of [
    { link: password, button: 'Set Password' },
    { link: invitation, button: 'Accept Invitation' },
  ]) {
    await openInside(page, link.pathname + NOT_VALID);
    await expect(page.getByRole('alert')).toBeVisible();
    await expectPseudo(page, `${link.pathname}, not valid`);
    await openInside(page, link.pathname + link.search);
    await press(page, button);
    await expect(
      page.getByText(pseudo('At least {0} characters').slice(1, 9)).first(),
    ).toBeVisible();
    await expectPseudo(page, `${link.pathname}, with errors`);
    await page.getByLabel(/\[/).last().fill('lake-and-mountain-7');
  }
  await openInside(page, '/nothing-here');
  await expectPseudo(page, 'an unknown address');
});

/** The catalogue's wordings, with anything where a value is put in. */
const WORDINGS = Object.values(catalogue)
  .flatMap((text) => (typeof text === 'string' ? [text] : Object.values(text)))
  .filter((text) => /[A-Za-z]/.test(text))
  .map((text) =>
    text.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll(/\{\d\}|#/g, '.*'),
  );
const WORDING = new RegExp(`^(?:${WORDINGS.join('|')})$`);
/** The product, languages under their own names, and the mark of required fields. */
const SAME = /^(?:.+ · )?Condo Admin$|^(?:English|Deutsch|Français|Italiano|\*)$/;

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('the documents of the server are in the language', async ({
    page,
    context,
    baseURL,
    browserGuard,
  }) => {
    browserGuard.expect(failedRequest(404));
    await context.addCookies([{ name: 'language', value: 'de-CH', url: baseURL ?? '' }]);
    for (const path of [
      ...PAGES,
      ...PAGES.map((one) => one + NOT_VALID),
      '/nothing-here',
      '/condos',
    ]) {
      await page.goto(path);
      await expect(page.locator('html')).toHaveAttribute('lang', 'de-CH');
      const texts = await page
        .locator('body')
        .locator(
          'xpath=.//text()[normalize-space()]/parent::*[not(self::script or self::style or self::template)]',
        )
        .allTextContents();
      const title = (await page.title()).replace(' · Condo Admin', '');
      const others = [...texts, title]
        .map((text) => text.trim())
        .filter((text) => !SAME.test(text) && !WORDING.test(text));
      expect.soft(others, `texts of the document of ${path}`).toEqual([]);
    }
  });
});
