import { vi } from 'vitest';
import { PROVIDER_CHANNEL } from '~/accounts/provider';

/** The calls that ask the provider answer with this; its window hands back `code`, or is blocked. */
export const PROVIDER_URL = 'https://login.test/authorize?state=the-state';

/** The panel is configured with a provider. */
export function configureProvider(): void {
  vi.stubEnv('OIDC_ISSUER', 'https://login.test');
  vi.stubEnv('OIDC_CLIENT_ID', 'panel');
  vi.stubEnv('OIDC_NAME', 'Example AG');
  vi.stubEnv('PUBLIC_URL', 'http://localhost:3000');
}

/** Windows of the provider that are opened until the test is over; each hands this to the page. */
export function stubProviderWindow(code: string | null): string[] {
  configureProvider();
  const opened: string[] = [];
  vi.stubGlobal('open', (url: string) => {
    opened.push(url);
    if (code === null) return null;
    const channel = new BroadcastChannel(`${PROVIDER_CHANNEL}the-state`);
    const say = channel.postMessage.bind(channel);
    say(code);
    setTimeout(() => channel.close(), 100);
    return {};
  });
  return opened;
}
