import { PROVIDER_ANSWER, type ProviderCode } from '~/contract/provider';
import { changeOwn } from '../own-call';

/** The secret that binds what comes back to this tab. */
const STORAGE_KEY = 'provider-sign-in';
const SECRET_BYTES = 32;

/** Goes to the provider to sign in, or to link an account; the page that comes back is /login or /account. */
export async function goToProvider(
  call: 'provider.start' | 'identities.start',
  redirect?: string,
): Promise<void> {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  const browser = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
  const { url } = await changeOwn(call, { body: { browser, ...(redirect && { redirect }) } });
  sessionStorage.setItem(STORAGE_KEY, browser);
  location.assign(url);
}

/** What the provider's answer has left in the address, which is cleared; null where there is none. */
export function takeProviderAnswer(): ProviderCode | 'failed' | null {
  const { hash, pathname, search } = location;
  if (!hash.startsWith(PROVIDER_ANSWER)) return null;
  history.replaceState(history.state, '', pathname + search);
  const code = hash.slice(PROVIDER_ANSWER.length);
  const browser = sessionStorage.getItem(STORAGE_KEY);
  sessionStorage.removeItem(STORAGE_KEY);
  return code && browser ? { code, browser } : 'failed';
}
