import type { Log } from '~/platform/log';
import { oncePer } from '~/fields/once-per';
import { toDatabaseUnavailable } from './errors';
import { reasonOf } from './pool.server';
import { englishOf } from '~/language/sentence';

const REPEAT_MS = 60_000;
/** Time after a failure until a success ends it, since jobs notice a recovered database one by one. */
const QUIET_MS = 10_000;

/** Current failures by their reason. All jobs of a process use one log. */
const outagesOf = oncePer((_log: Log) => new Map<string, ReturnType<typeof newOutage>>());

function newOutage(now: number) {
  return { jobs: new Set<string>(), began: now, last: now, logged: now, failures: 0 };
}

/**
 * Runs background work and never rejects. Logs the first failure of a reason with its stack and the text
 * `failure`, then the number of further ones once a minute, and then that the work succeeds again.
 */
export async function runJob(log: Log, failure: string, work: () => Promise<unknown>) {
  try {
    await work();
    reportSuccess(log, failure);
  } catch (err) {
    reportFailure(log, failure, err);
  }
}

function reportSuccess(log: Log, job: string): void {
  for (const [reason, { jobs, began, last }] of outagesOf(log)) {
    if (!jobs.has(job) || Date.now() - last < QUIET_MS) continue;
    outagesOf(log).delete(reason);
    log.info({ reason, seconds: (Date.now() - began) / 1_000 }, 'Background work succeeds again');
  }
}

function reportFailure(log: Log, job: string, err: unknown): void {
  const cause = err instanceof Error && err.cause instanceof Error ? err.cause : err;
  const unavailable = toDatabaseUnavailable(err);
  const reason = unavailable === null ? reasonOf(cause) : englishOf(unavailable);
  const known = outagesOf(log).get(reason);
  const outage = known ?? newOutage(Date.now());
  outage.jobs.add(job);
  outage.last = Date.now();
  outagesOf(log).set(reason, outage);
  if (!known) log.error({ err }, job);
  else outage.failures += 1;
  if (outage.last - outage.logged < REPEAT_MS) return;
  log.error({ reason, failures: outage.failures }, 'Background work still fails');
  Object.assign(outage, { logged: outage.last, failures: 0 });
}
