import { PROVIDER_CHANNEL, type ProviderCode } from './provider';
import { browserError } from '~/rpc/errors/app-error';
import { randomKey } from '~/fields/random-key';
import { msg } from '~/language/texts';

const WINDOW = 'popup,width=520,height=720';

let channel: BroadcastChannel | undefined;

/**
 * Opens a window in which the provider identifies the user. A repeated call cancels the previous one, so that
 * a user who closed the window can retry.
 * @param begin starts the round trip with this page's secret
 * @throws AppError if the window is blocked or the provider reported an error
 */
export async function askProvider(
  begin: (browser: string) => Promise<{ url: string }>,
): Promise<ProviderCode> {
  const browser = randomKey() + randomKey();
  const { url } = await begin(browser);
  const state = new URL(url).searchParams.get('state') ?? '';
  channel?.close();
  const answers = new BroadcastChannel(PROVIDER_CHANNEL + state);
  channel = answers;
  const answer = new Promise<unknown>((resolve) => {
    answers.addEventListener('message', ({ data }) => resolve(data), { once: true });
  });
  try {
    if (!open(url, '_blank', WINDOW)) {
      throw browserError(msg`Your browser has blocked the window. Allow it, and try again.`);
    }
    const code = await answer;
    if (typeof code === 'string' && code !== '') return { code, browser };
    throw browserError(msg`The provider did not confirm it. Please try again.`);
  } finally {
    answers.close();
  }
}
