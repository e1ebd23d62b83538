import type { MailDeps } from '~/rpc/embedded/mail-jobs';
import { LANES, sendUntilNoneIsDue } from '~/rpc/embedded/mail-worker';

/** Sends every due mail, several at a time as a process does; returns the number of attempts. */
export async function sendDueMails(deps: MailDeps): Promise<number> {
  const { signal } = new AbortController();
  const lanes = Array.from({ length: LANES }, () => sendUntilNoneIsDue(deps, signal));
  return (await Promise.all(lanes)).reduce((sum, tried) => sum + tried, 0);
}
