import { act, screen, waitFor } from '@testing-library/react';
import catalogues from 'virtual:catalogues';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LanguageChoice } from '~/kit/layout/language-choice';
import { keepLanguageWithAccount } from '~/accounts/account-language';
import { endSession, startSession } from '~/rpc/session-store';
import { InviteAdministratorForm } from '~/accounts/screens/administrators-page';
import { InvitePage } from '~/invitations/screens/invite-page';
import { currentLanguage, ENGLISH, setLanguage } from '~/language/texts';
import { renderScreen } from '../../support/on-screen';
import { api } from '../../support/stub-transport';

const STORE = 'PUT /admin/account';

beforeEach(() => {
  // The catalogues' files.
  const real = fetch;
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
    const code = /\/assets\/([a-z]{2}-[A-Z]{2})-/.exec(typeof input === 'string' ? input : '')?.[1];
    return code ? Promise.resolve(Response.json(catalogues[code])) : real(input, init);
  });
  api.on(STORE, () => ({ body: { id: 1, email: 'ada@example.com' } }));
});

afterEach(() => {
  act(() => setLanguage(ENGLISH));
  document.cookie = 'language=; path=/; max-age=0';
});

const signIn = (fields: object) =>
  startSession({ token: 't2', user: { email: 'eve@example.com', ...fields } });

describe('the choice of a language', () => {
  it('is kept with the account, and in this browser', async () => {
    keepLanguageWithAccount();
    const { user } = await renderScreen(<LanguageChoice />);
    await user.click(screen.getByRole('button', { name: 'Deutsch' }));
    await waitFor(() => expect(api.made(STORE)).toMatchObject([{ json: { language: 'de-CH' } }]));
    expect(document.cookie).toContain('language=de-CH');
  });

  it('is not kept at another API', async () => {
    vi.stubEnv('API_BASE_URL', 'https://api.example/api');
    keepLanguageWithAccount();
    const { user } = await renderScreen(<LanguageChoice />);
    await user.click(screen.getByRole('button', { name: 'Italiano' }));
    await waitFor(() => expect(document.cookie).toContain('language=it-CH'));
    expect(api.made(STORE)).toEqual([]);
  });

  it('of the account is shown after signing in, in a browser that has none', async () => {
    endSession('logout');
    keepLanguageWithAccount();
    signIn({ language: 'fr-CH' });
    await waitFor(() => expect(currentLanguage().code).toBe('fr-CH'));
    expect(document.cookie).toContain('language=fr-CH');
    expect(api.made(STORE)).toEqual([]);
  });

  it('on the sign-in page becomes that of the account', async () => {
    endSession('logout');
    keepLanguageWithAccount();
    const { user } = await renderScreen(<LanguageChoice />);
    await user.click(screen.getByRole('button', { name: 'Deutsch' }));
    await waitFor(() => expect(currentLanguage().code).toBe('de-CH'));
    signIn({ language: 'fr-CH' });
    await waitFor(() => expect(api.made(STORE)).toMatchObject([{ json: { language: 'de-CH' } }]));
    expect(currentLanguage().code).toBe('de-CH');
  });
});

describe('the language of an invitation', () => {
  beforeEach(() => {
    api.on('GET /admin/condos', () => ({ body: [] }));
  });

  it("begins with the inviter's, and is that of the mail", async () => {
    setLanguage({ code: 'de-CH', texts: catalogues['de-CH'] ?? null });
    const call = 'POST /admin/administrators/invitations';
    api.on(call, () => ({ body: {} }));
    const { user } = await renderScreen(<InviteAdministratorForm />);
    expect(screen.getByLabelText('Sprache')).toHaveValue('de-CH');
    await user.type(screen.getByLabelText(/^E-Mail/), 'jean@example.com');
    await user.selectOptions(screen.getByLabelText('Sprache'), 'Français');
    await user.click(screen.getByRole('button', { name: 'Einladung senden' }));
    await waitFor(() =>
      expect(api.made(call)).toMatchObject([
        { json: { email: 'jean@example.com', language: 'fr-CH' } },
      ]),
    );
  });

  it('is asked for on the embedded API alone', async () => {
    vi.stubEnv('API_BASE_URL', 'https://api.example/api');
    await renderScreen(<InvitePage />, '/users/invite');
    expect(screen.queryByLabelText('Language')).toBeNull();
  });
});
