import { onTestFinished, vi } from 'vitest';
import { PROVIDER_CHANNEL } from '~/contract/provider';

/** The calls that ask the provider answer with this; its window hands back `code`, or is blocked. */
export const PROVIDER_URL = 'https://login.test/authorize?state=the-state';

/** Windows of the provider that are opened until the test is over; each hands this to the page. */
export function stubProviderWindow(code: string | null): string[] {
  document.documentElement.dataset.provider = 'Example AG';
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
  onTestFinished(() => {
    delete document.documentElement.dataset.provider;
    vi.unstubAllGlobals();
  });
  return opened;
}
