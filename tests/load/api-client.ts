import { parseJson } from '~/fields/reading';
import { send, type Sent } from '../support/production-panel';
import { median, quantile } from '../support/quantile';

/** The status of a call, and its body if that was JSON. Without an answer the status is 0. */
interface Answer {
  status: number;
  body: unknown;
}

const LONGEST_TEXT = 300;
const CALLS_FOR_P99 = 100;

/** State of the attacker while clients work. */
export type Phase = 'quiet' | 'attacked';

/** All calls of the clients, and what went wrong outside of a restart. */
export class Calls {
  readonly failures: string[] = [];
  /** The times around each kill, by `performance.now()`, in which an answer may fail. */
  readonly outages: Array<{ from: number; until: number }> = [];
  /** Number of calls without an answer, and of answers 5xx, in the seconds of a restart. */
  interrupted = 0;
  /** Stretches of time. Each has the milliseconds of the calls that began in it, but not during a restart. */
  private readonly rounds: Array<{ phase: Phase; times: number[] }> = [];

  constructor(
    readonly url: string,
    private readonly token: string,
  ) {}

  fail(text: string): void {
    this.failures.push(text.slice(0, LONGEST_TEXT));
  }

  startRound(phase: Phase): void {
    this.rounds.push({ phase, times: [] });
  }

  /** Calls /api/admin once. The status must be `expected`, unless the call fails by a restart. */
  async send(path: string, sent: Sent = {}, expected = 200): Promise<Answer> {
    const round = this.rounds.at(-1);
    const started = performance.now();
    const { status, body }: Answer = await send(`${this.url}/api/admin/${path}`, this.token, sent)
      .then(async (answer) => ({ status: answer.status, body: parseJson(await answer.text()) }))
      .catch(() => ({ status: 0, body: undefined }));
    const ended = performance.now();
    const isRestart = this.outages.some(({ from, until }) => ended >= from && started <= until);
    if (status !== 0 && !isRestart) round?.times.push(ended - started);
    if (status === expected) return { status, body };
    if (isRestart && (status === 0 || status >= 500)) this.interrupted += 1;
    else this.fail(`${sent.method ?? 'GET'} ${path}: ${status} ${JSON.stringify(body)}`);
    return { status, body };
  }

  /** Milliseconds that one call in a hundred exceeded in this phase: the median of its rounds. */
  p99Of(phase: Phase): number {
    // A median ignores seconds in which the machine was busy with other work.
    const rounds = this.rounds.filter((one) => one.phase === phase);
    const long = rounds.filter(({ times }) => times.length >= CALLS_FOR_P99);
    return median(long.map(({ times }) => quantile(times, 0.99)));
  }
}
