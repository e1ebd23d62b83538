import { field, type Answer } from './api-client';

/** What the API has acknowledged for one record; several states where a change was sent and no answer came. */
interface Entry {
  path: string;
  states: Array<Fields | 'gone'>;
}

export type Fields = Readonly<Record<string, unknown>>;

/** Remembers every acknowledged write of one kind of record. Each record is written by one client only. */
export class Ledger {
  readonly entries = new Map<number, Entry>();

  created(id: number, path: string, fields: Fields): void {
    this.entries.set(id, { path, states: [fields] });
  }

  /** Runs a change. Without an answer both states are possible from then on, and no one writes the record again. */
  async change(id: number, next: Fields | 'gone', send: () => Promise<boolean>): Promise<boolean> {
    const entry = this.entries.get(id);
    if (!entry) throw new Error(`Nobody has made ${id}`);
    const before = [...entry.states];
    entry.states = [...before, next];
    const acknowledged = await send();
    if (acknowledged) entry.states = [next];
    return acknowledged;
  }
}

/** Every write that was sent, in the words of its entry in the history; each is sent once. */
export class WriteLog {
  readonly sent = new Set<string>();
  readonly acknowledged = new Set<string>();

  async run(write: string, expected: number, send: () => Promise<Answer>): Promise<Answer> {
    this.sent.add(write);
    const answer = await send();
    if (answer.status === expected) this.acknowledged.add(write);
    return answer;
  }
}

/** How a record differs from all its possible states; null when it matches one. */
export function differs(states: ReadonlyArray<Fields | 'gone'>, found: unknown): string | null {
  const reasons = states.map((state) => {
    if (state === 'gone') return found === null ? null : 'still there';
    if (found === null) return 'lost';
    const wrong = Object.keys(state).filter((name) => field(found, name) !== state[name]);
    return wrong.length === 0 ? null : `other values of ${wrong.join(', ')}`;
  });
  return reasons.includes(null) ? null : reasons.join(' and ');
}
