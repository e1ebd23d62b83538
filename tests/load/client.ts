import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { field, type Calls } from './api-client';
import { Ledger, WriteLog, type Fields } from './ledger';
import { must } from '../support/must';
import { formOf } from '../support/form-of';

/** Everything that all clients have written. */
export interface Written {
  condos: Ledger;
  apartments: Ledger;
  /** Acknowledged invitations by id. */
  invitations: Map<number, string>;
  /** The red value of each uploaded image by its building. */
  images: Map<number, { path: string; red: number }>;
  /** Buildings that imports went into, and how many rows each has to have. */
  imports: Map<number, number>;
  /** What the history has to hold. */
  log: WriteLog;
}

export function nothingWritten(): Written {
  return {
    condos: new Ledger(),
    apartments: new Ledger(),
    invitations: new Map(),
    images: new Map(),
    imports: new Map(),
    log: new WriteLog(),
  };
}

const KEPT = 10;
const IMPORT_ROWS = 2_000;
const AFTER_NO_ANSWER_MS = 100;
/** An import is repeated until it is answered: a server may be away for some seconds. */
const REPEAT_LIMIT_MS = 2 * 60_000;
const BETWEEN_IMPORTS_MS = 2_000;
const PLACE = { address: 'Seestrasse 1', city: 'Z', state: 'ZH', zip_code: '8002', country: 'CH' };

/** One administrator: does one thing after the other until stopped. */
export class Client {
  /** What it may write, among what it has made. */
  private readonly condos: number[] = [];
  private readonly apartments: Array<{ id: number; condo: number }> = [];
  /** Buildings with an apartment whose last change had no answer: deleting one would take the proof with it. */
  private readonly kept = new Set<number>();
  /** The building that people are invited to; null until one was created, which an outage can delay. */
  private home: number | null = null;
  private count = 0;

  constructor(
    private readonly calls: Calls,
    private readonly written: Written,
    private readonly number: number,
  ) {}

  /** Reads, writes, invites and uploads in turn. */
  async mix(isOver: () => boolean): Promise<void> {
    const deeds = [
      ...Array.from({ length: 10 }, () => () => this.read()),
      ...Array.from({ length: 3 }, () => () => this.writeCondo()),
      ...Array.from({ length: 4 }, () => () => this.writeApartment()),
      () => this.upload(),
      () => this.invite(),
    ];
    while (!isOver()) {
      const deed = deeds[Math.floor(Math.random() * deeds.length)];
      if (!(await deed?.())) await sleep(AFTER_NO_ANSWER_MS);
    }
  }

  /** Imports again and again; an import without an answer is sent again with its key until there is one. */
  async importAll(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const condo = await this.createCondo();
      if (condo === null) {
        await sleep(AFTER_NO_ANSWER_MS);
        continue;
      }
      this.written.imports.set(condo, IMPORT_ROWS);
      const rows = Array.from({ length: IMPORT_ROWS }, (_, index) => ({
        condo_id: condo,
        apartment_number: `I${index}`,
      }));
      const body = formOf({ type: 'apartment', rows: JSON.stringify(rows) });
      const headers = { 'idempotency-key': `load-${condo}` };
      const deadline = Date.now() + REPEAT_LIMIT_MS;
      while (Date.now() < deadline) {
        const sent = { method: 'POST', body, headers };
        const answer = await this.calls.send('import', '/api/admin/bulk-create', sent);
        if (answer.status === 200) {
          const created = field(answer.body, 'created');
          if (created !== IMPORT_ROWS) this.calls.fail(`import: ${JSON.stringify(answer.body)}`);
          break;
        }
        if (answer.status >= 400 && answer.status < 500) break;
        await sleep(AFTER_NO_ANSWER_MS);
      }
      await sleep(BETWEEN_IMPORTS_MS);
    }
  }

  private async read(): Promise<boolean> {
    const own = this.condos[Math.floor(Math.random() * this.condos.length)];
    const reads: ReadonlyArray<readonly [name: string, path: string]> = [
      ['condos', '/condos?sort_by=name&sort_order=asc'],
      ['condos, searched', `/condos?search=load-${this.number}-`],
      ['users', '/users?page=1&page_size=10'],
      ['invitations', '/invitations'],
      ['dashboard', '/dashboard-stats'],
      ...(own === undefined
        ? []
        : [
            ['condo', `/condos/${own}`] as const,
            ['apartments', `/apartments?condo_id=${own}`] as const,
          ]),
    ];
    const [name, path] = reads[Math.floor(Math.random() * reads.length)] ?? ['users', '/users'];
    return (await this.calls.send(name, `/api/admin${path}`)).status === 200;
  }

  private fields(): Fields & { name: string } {
    this.count += 1;
    return { ...PLACE, name: `load-${this.number}-${this.count}`, number_of_units: this.count };
  }

  private async createCondo(): Promise<number | null> {
    const fields = this.fields();
    const made = await this.create('create condo', `condo ${fields.name}`, 'condos', fields);
    if (made === null) return null;
    this.written.condos.created(made.id, `/api/admin/condos/${made.id}`, fields);
    return made.id;
  }

  /** Sends a new record; `what` names it in the history. Null without an answer that it was created. */
  private async create(call: string, what: string, path: string, body: object | FormData) {
    const sent = { method: 'POST', body };
    const answer = await this.written.log.run(`created ${what}`, 201, () =>
      this.calls.send(call, `/api/admin/${path}`, sent, [201]),
    );
    const id = field(answer.body, 'id');
    return answer.status === 201 && typeof id === 'number' ? { id, body: answer.body } : null;
  }

  private async writeCondo(): Promise<boolean> {
    if (this.condos.length < KEPT) {
      const id = await this.createCondo();
      if (id !== null) this.condos.push(id);
      return id !== null;
    }
    const [taken] = this.condos.splice(Math.floor(Math.random() * this.condos.length), 1);
    const id = must(taken, 'building to change');
    const isNeeded = this.kept.has(id) || this.apartments.some(({ condo }) => condo === id);
    const isDelete = Math.random() < 0.5 && !isNeeded;
    if (isDelete) return this.change('condo', this.written.condos, id, 'gone');
    const acknowledged = await this.change('condo', this.written.condos, id, this.fields());
    if (acknowledged) this.condos.push(id);
    return acknowledged;
  }

  private async writeApartment(): Promise<boolean> {
    const condo = this.condos[0];
    if (condo === undefined) return this.writeCondo();
    const { apartments } = this.written;
    this.count += 1;
    const fields = {
      apartment_number: `A${this.number}-${this.count}`,
      floor_number: this.count,
      notes: 'load',
    };
    if (this.apartments.length < KEPT) {
      const body = { ...fields, condo_id: condo };
      const what = `apartment ${fields.apartment_number}`;
      const made = await this.create('create apartment', what, 'apartments', body);
      if (made === null) {
        // It may be there all the same, and would go with its building without a call of its own.
        this.kept.add(condo);
        return false;
      }
      apartments.created(made.id, `/api/admin/apartments/${made.id}`, body);
      this.apartments.push({ id: made.id, condo });
      return true;
    }
    const place = Math.floor(Math.random() * this.apartments.length);
    const [own = { id: 0, condo }] = this.apartments.splice(place, 1);
    const next = Math.random() < 0.5 ? 'gone' : { ...fields, condo_id: own.condo };
    const acknowledged = await this.change('apartment', apartments, own.id, next);
    if (!acknowledged) this.kept.add(own.condo);
    else if (next !== 'gone') this.apartments.push(own);
    return acknowledged;
  }

  private change(what: 'condo' | 'apartment', ledger: Ledger, id: number, next: Fields | 'gone') {
    return ledger.change(id, next, async () => {
      const path = `/api/admin/${what}s/${id}`;
      const isDelete = next === 'gone';
      const status = isDelete ? 204 : 200;
      const write = isDelete ? `deleted ${what} ${id}` : `changed ${what} ${id} ${nameOf(next)}`;
      const answer = await this.written.log.run(write, status, () =>
        isDelete
          ? this.calls.send(`delete ${what}`, path, { method: 'DELETE' }, [204])
          : this.calls.send(`update ${what}`, path, { method: 'PUT', body: next }),
      );
      return answer.status === status;
    });
  }

  /** A new building with an image of one colour, which identifies the image at the end. */
  private async upload(): Promise<boolean> {
    const fields = this.fields();
    const red = Math.floor(Math.random() * 256);
    const background = { r: red, g: 0, b: 0 };
    const image = sharp({ create: { width: 400, height: 300, channels: 3, background } });
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, String(value));
    body.set('image', new File([new Uint8Array(await image.png().toBuffer())], 'a.png'));
    const made = await this.create('upload', `condo ${fields.name}`, 'condos', body);
    if (made === null) return false;
    this.written.condos.created(made.id, `/api/admin/condos/${made.id}`, fields);
    const { pathname } = new URL(String(field(made.body, 'image_url')));
    this.written.images.set(made.id, { path: pathname, red });
    return true;
  }

  private async invite(): Promise<boolean> {
    if (this.home === null) {
      this.home = await this.createCondo();
      return this.home !== null;
    }
    this.count += 1;
    const email = `load-${this.number}-${this.count}@example.com`;
    const body = { email, role: 'building_manager', condo_id: this.home };
    const made = await this.create('invite', `invitation ${email}`, 'invite-user', body);
    if (made !== null) this.written.invitations.set(made.id, email);
    return made !== null;
  }
}

/** What no other write of this kind of record sets. */
function nameOf(fields: Fields): string {
  return String(fields['name'] ?? fields['apartment_number']);
}
