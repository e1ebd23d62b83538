import { parseJson } from '~/fields/reading';
import { median, quantile } from '../bench/report';
import { send, type Sent } from '../support/production-panel';

/** What one call came to: its status, and its body when that was JSON; status 0 without an answer. */
interface Answer {
  status: number;
  body: unknown;
}

const LONGEST_TEXT = 300;
const MOST_PRINTED = 20;
const CALLS_FOR_P99 = 100;

/** Whether an attacker is at work beside the clients. */
export type Phase = 'quiet' | 'attacked';

/** Everything that was called, and what went wrong outside of a restart. */
export class Calls {
  readonly failures: string[] = [];
  /** The times around each kill, by `performance.now()`, in which an answer may fail. */
  readonly outages: Array<{ from: number; until: number }> = [];
  /** Calls without an answer, and answers 5xx, in the seconds of a restart. */
  interrupted = 0;
  /** The stretch of time that calls which begin now belong to. */
  round: { phase: Phase } = { phase: 'quiet' };
  private readonly answers: Array<{
    call: string;
    ms: number;
    round: Calls['round'];
    isRestart: boolean;
  }> = [];

  constructor(
    readonly url: string,
    private readonly token: string,
  ) {}

  fail(text: string): void {
    const count = this.failures.push(text.slice(0, LONGEST_TEXT));
    if (count <= MOST_PRINTED) console.log(`FAILED: ${this.failures.at(-1)}`);
  }

  /** Calls /api/admin once: the answer has to be `expected`, or a failure of a restart. */
  async send(path: string, sent: Sent = {}, expected = 200): Promise<Answer> {
    const { round } = this;
    const call = `${sent.method ?? 'GET'} ${path}`;
    const started = performance.now();
    const answer: Answer = await send(`${this.url}/api/admin/${path}`, this.token, sent)
      .then(async (response) => ({
        status: response.status,
        body: parseJson(await response.text()),
      }))
      .catch(() => ({ status: 0, body: undefined }));
    const { status, body } = answer;
    const ended = performance.now();
    const isRestart = this.outages.some(({ from, until }) => ended >= from && started <= until);
    if (status !== expected) {
      if (isRestart && (status === 0 || status >= 500)) this.interrupted += 1;
      else this.fail(`${call}: ${status} ${JSON.stringify(body)}`);
    }
    if (status !== 0) this.answers.push({ call, ms: ended - started, round, isRestart });
    return answer;
  }

  /** How long calls took in this phase: the median of its rounds' p99 in ms, without calls that a restart held up. */
  p99Of(phase: Phase): number {
    const counted = this.answers.filter(
      ({ round, isRestart }) => round.phase === phase && !isRestart,
    );
    // Seconds in which the machine was busy with other work decide nothing.
    const rounds = [...Map.groupBy(counted, ({ round }) => round).values()];
    const long = rounds.filter(({ length }) => length >= CALLS_FOR_P99);
    return median(
      long.map((round) =>
        quantile(
          round.map(({ ms }) => ms),
          0.99,
        ),
      ),
    );
  }

  /** Answers, their rate, and their median and p99 in ms, of each kind of call and of all. */
  table(seconds: number) {
    const kinds = Map.groupBy(this.answers, ({ call }) => call.replace(/\d+/g, 'N'));
    return Array.from([...kinds, ['all', this.answers] as const], ([call, answers]) => {
      const times = answers.map(({ ms }) => ms);
      const [p50, p99] = [median(times), quantile(times, 0.99)].map((ms) => ms.toFixed(1));
      return { call, answers: times.length, '1/s': (times.length / seconds).toFixed(1), p50, p99 };
    });
  }
}
