import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { fieldsOf, readId, type UnknownRecord } from '~/fields/reading';
import { aCondo } from '../support/builders';
import { formOf } from '../support/form-of';
import { must } from '../support/must';
import type { Sent } from '../support/production-panel';
import type { Calls } from './api-client';

/** The path at which each kind of record is created, and the field that every write sets to a new value. */
export const KINDS = {
  condo: { path: 'condos', name: 'name' },
  apartment: { path: 'apartments', name: 'apartment_number' },
  invitation: { path: 'invite-user', name: 'email' },
} as const;
type Kind = keyof typeof KINDS;
export type State = UnknownRecord | 'gone';

/** Everything that all clients have written. Each record is written by one client only. */
export class Written {
  /** Acknowledged states of each record by its id. There are several after a change without an answer. */
  readonly states: Readonly<Record<Kind, Map<number, State[]>>> = {
    condo: new Map(),
    apartment: new Map(),
    invitation: new Map(),
  };
  /** Every write, in the words of its entry in the history. Each is sent once. */
  readonly sent = new Set<string>();
  readonly acknowledged = new Set<string>();
  /** The red value of each uploaded image by its building. */
  readonly images = new Map<number, number>();
  /** Number of rows that imports made, by their buildings. */
  readonly imports = new Map<number, number>();
}

/** Number of records of each kind among which a client changes or deletes one. With fewer it creates one. */
const KEPT = 10;
const IMPORT_ROWS = 2_000;
const AFTER_NO_ANSWER_MS = 100;
/** Limit for repeating an import. A server may be away for some seconds. */
const REPEAT_LIMIT_MS = 2 * 60_000;
const BETWEEN_IMPORTS_MS = 2_000;

const nameOf = (kind: Kind, fields: UnknownRecord) => String(fields[KINDS[kind].name]);
const randomIndex = (list: readonly unknown[]) => Math.floor(Math.random() * list.length);

/** An administrator who makes one call after the other until stopped. */
export class Client {
  /** Ids of the created records that the client may change. */
  private readonly own: Record<'condo' | 'apartment', number[]> = { condo: [], apartment: [] };
  /** Building of the client's apartments and invitations, which stays. An outage can delay its creation. */
  private home: number | null = null;
  private count = 0;

  constructor(
    private readonly calls: Calls,
    private readonly written: Written,
    private readonly number: number,
  ) {}

  /** Reads, writes, invites and uploads in turn. */
  async mix(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      this.home ??= await this.create('condo', this.condo());
      const isDone = this.home !== null && (await this.doSomething(this.home));
      if (!isDone) await sleep(AFTER_NO_ANSWER_MS);
    }
  }

  /** True once it was acknowledged. */
  private doSomething(home: number): Promise<boolean> {
    const chance = Math.random() * 19;
    if (chance < 10) return this.read(home);
    if (chance < 13) return this.write('condo', this.condo());
    const apartment = {
      condo_id: home,
      apartment_number: this.uniqueText(),
      floor_number: this.count,
    };
    if (chance < 17) return this.write('apartment', apartment);
    return chance < 18 ? this.upload() : this.invite(home);
  }

  /** Imports again and again. An import is sent again with its key until there is an answer. */
  async importAll(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const condo = await this.create('condo', this.condo());
      if (condo !== null) await this.importInto(condo);
      await sleep(BETWEEN_IMPORTS_MS);
    }
  }

  private async importInto(condo: number): Promise<void> {
    this.written.imports.set(condo, IMPORT_ROWS);
    const rows = Array.from({ length: IMPORT_ROWS }, (_, index) => ({
      condo_id: condo,
      apartment_number: `I${index}`,
    }));
    const body = formOf({ type: 'apartment', rows: JSON.stringify(rows) });
    const sent = { method: 'POST', body, headers: { 'idempotency-key': `load-${condo}` } };
    const deadline = Date.now() + REPEAT_LIMIT_MS;
    while (Date.now() < deadline) {
      const answer = await this.calls.send('bulk-create', sent);
      if (answer.status === 200 && fieldsOf(answer.body).created !== IMPORT_ROWS)
        this.calls.fail(`import: ${JSON.stringify(answer.body)}`);
      if (answer.status > 0 && answer.status < 500) return;
      await sleep(AFTER_NO_ANSWER_MS);
    }
  }

  private async read(home: number): Promise<boolean> {
    const paths = [
      'condos?sort_by=name&sort_order=asc',
      `condos?search=load-${this.number}-`,
      `condos/${home}`,
      `apartments?condo_id=${home}`,
      'users?page=1&page_size=10',
      'invitations',
      'dashboard-stats',
    ];
    const path = must(paths[randomIndex(paths)], 'path');
    return (await this.calls.send(path)).status === 200;
  }

  private uniqueText(): string {
    this.count += 1;
    return `load-${this.number}-${this.count}`;
  }

  private condo() {
    return aCondo({ name: this.uniqueText(), number_of_units: this.count });
  }

  /** Sends a write, which `write` names as the history does. Null unless it was acknowledged. */
  private async send(write: string, path: string, sent: Sent, expected: number) {
    this.written.sent.add(write);
    const { status, body } = await this.calls.send(path, sent, expected);
    if (status !== expected) return null;
    this.written.acknowledged.add(write);
    return fieldsOf(body);
  }

  /** Creates a record with these fields. Resolves to its id, or to null unless it was acknowledged. */
  private async create(kind: Kind, fields: UnknownRecord, body: object = fields) {
    const write = `created ${kind} ${nameOf(kind, fields)}`;
    const answer = await this.send(write, KINDS[kind].path, { method: 'POST', body }, 201);
    const id = readId(answer?.id);
    if (id !== null) this.written.states[kind].set(id, [fields]);
    return id;
  }

  /** Changes or deletes a record. Without an answer the result is null, and nobody writes it again. */
  private async change(kind: Kind, id: number, next: State): Promise<number | null> {
    const path = `${KINDS[kind].path}/${id}`;
    const states = this.written.states[kind];
    states.set(id, [...must(states.get(id), `${kind} ${id}`), next]);
    const isDelete = next === 'gone';
    const write = isDelete
      ? `deleted ${kind} ${id}`
      : `changed ${kind} ${id} ${nameOf(kind, next)}`;
    const sent = isDelete ? { method: 'DELETE' } : { method: 'PUT', body: next };
    const answer = await this.send(write, path, sent, isDelete ? 204 : 200);
    if (answer) states.set(id, [next]);
    return answer ? id : null;
  }

  /** Creates, changes or deletes a record. */
  private async write(kind: 'condo' | 'apartment', fields: UnknownRecord): Promise<boolean> {
    const own = this.own[kind];
    const taken = own.length < KEPT ? undefined : own.splice(randomIndex(own), 1)[0];
    const isDelete = taken !== undefined && Math.random() < 0.5;
    const id =
      taken === undefined
        ? await this.create(kind, fields)
        : await this.change(kind, taken, isDelete ? 'gone' : fields);
    if (id !== null && !isDelete) own.push(id);
    return id !== null;
  }

  /** A new building with an image of one colour, which identifies the image at the end. */
  private async upload(): Promise<boolean> {
    const fields = this.condo();
    const red = Math.floor(Math.random() * 256);
    const background = { r: red, g: 0, b: 0 };
    const image = sharp({ create: { width: 400, height: 300, channels: 3, background } });
    const body = formOf({
      ...fields,
      number_of_units: String(fields.number_of_units),
      image: new File([new Uint8Array(await image.png().toBuffer())], 'a.png'),
    });
    const id = await this.create('condo', fields, body);
    if (id !== null) this.written.images.set(id, red);
    return id !== null;
  }

  private async invite(home: number): Promise<boolean> {
    const email = `${this.uniqueText()}@example.com`;
    const body = { email, role: 'building_manager', condo_id: home };
    return (await this.create('invitation', { email }, body)) !== null;
  }
}
