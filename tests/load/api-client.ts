import { parseJson } from '~/fields/reading';
import { median } from '../bench/report';
import { must } from '../support/must';

/** The seconds around a kill in which an answer may fail. */
export interface Outage {
  from: number;
  until: number;
}

/** What one call came to: its status, and its body when that was JSON; status 0 without an answer. */
export interface Answer {
  status: number;
  body: unknown;
}

const LONGEST_SAID = 20;
const LONGEST_TEXT = 300;

/** Whether an attacker is at work beside the clients. */
export type Phase = 'quiet' | 'attacked';

/** Everything that was called, and what went wrong outside of a restart. */
export class Calls {
  readonly failures: string[] = [];
  /** How long each answer of each round took, in ms, without those that a restart held up. */
  readonly rounds: Readonly<Record<Phase, number[][]>> = { quiet: [], attacked: [] };
  private round: number[] = [];
  readonly outages: Outage[] = [];
  /** Calls without an answer, and answers 5xx, in the seconds of a restart. */
  lost = 0;
  serverErrors = 0;
  private readonly times = new Map<string, number[]>();

  constructor(
    readonly url: string,
    public token = '',
  ) {}

  /** The calls that begin from now on belong to a round of this phase. */
  begin(phase: Phase): void {
    this.round = [];
    this.rounds[phase].push(this.round);
  }

  fail(text: string): void {
    this.failures.push(text.slice(0, LONGEST_TEXT));
    if (this.failures.length <= LONGEST_SAID) console.log(`FAILED: ${this.failures.at(-1)}`);
  }

  /** Calls once, as one of `expected` or as a failure of a restart. */
  async send(
    name: string,
    path: string,
    init: { method?: string; body?: object | FormData; headers?: Record<string, string> } = {},
    expected: readonly number[] = [200],
  ): Promise<Answer> {
    const started = Date.now();
    const clock = performance.now();
    const { round } = this;
    const { method = 'GET', body, headers } = init;
    const isForm = body instanceof FormData;
    let answer: Answer;
    try {
      const response = await fetch(this.url + path, {
        method,
        headers: {
          authorization: `Bearer ${this.token}`,
          ...(body && !isForm && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body && { body: isForm ? body : JSON.stringify(body) }),
      });
      answer = { status: response.status, body: parseJson(await response.text()) ?? null };
    } catch {
      answer = { status: 0, body: null };
    }
    this.check(name, answer, expected, started);
    const times = this.times.get(name) ?? [];
    this.times.set(name, times);
    if (answer.status !== 0) {
      const took = performance.now() - clock;
      times.push(took);
      if (!this.isRestart(started)) round.push(took);
    }
    return answer;
  }

  private check(name: string, answer: Answer, expected: readonly number[], started: number): void {
    if (expected.includes(answer.status)) return;
    const restart = this.isRestart(started);
    if (restart && answer.status === 0) this.lost += 1;
    else if (restart && answer.status >= 500) this.serverErrors += 1;
    else this.fail(`${name}: ${answer.status} ${JSON.stringify(answer.body)?.slice(0, 300)}`);
  }

  /** Whether a call that began at `started` and ends now met a restart. */
  private isRestart(started: number): boolean {
    return this.outages.some(({ from, until }) => Date.now() >= from && started <= until);
  }

  /** The statistics of each kind of call and of all. */
  table(seconds: number): string {
    const all = [...this.times.values()].flat();
    const lines = [...this.times, ['all', all] as const].map(([name, times]) => {
      const cells = [times.length / seconds, median(times), p99Of(times)].map((cell) =>
        cell.toFixed(1),
      );
      return [name.padEnd(22), String(times.length).padStart(8)]
        .concat(cells.map((cell) => cell.padStart(11)))
        .join('');
    });
    return [`${'call'.padEnd(24)}answers        1/s     p50 ms     p99 ms`, ...lines].join('\n');
  }
}

/** The time that 99 of 100 stay below. */
export function p99Of(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return must(sorted[Math.floor(sorted.length * 0.99)], 'answer to time');
}

/** A field of an answer. */
export function field(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
}

/** The records of a list's answer. */
export function records(body: unknown): object[] {
  const list: unknown[] = Array.isArray(body) ? body : [];
  return list.filter((one) => typeof one === 'object' && one !== null);
}
