import { setTimeout as sleep } from 'node:timers/promises';
import { z } from '~/fields/zod';
import { parseJson } from '~/fields/reading';
import { aCondo } from '../support/builders';
import { send, type Sent } from '../support/production-panel';

const CLIENTS = 3;
const PAUSE_MS = 100;
const HTTP_CREATED = 201;

const rowsSchema = z.array(z.object({ name: z.string() }));

interface Write {
  name: string;
  began: number;
  ended: number;
  status: number;
  text: string;
}

/** Clients that create buildings through one panel until they are stopped. */
export class Writer {
  readonly writes: Write[] = [];
  private isOver = false;
  private readonly work: Promise<unknown>;

  constructor(
    readonly panel: string,
    private readonly url: string,
    private readonly token: string,
  ) {
    this.work = Promise.all(Array.from({ length: CLIENTS }, (_, client) => this.write(client)));
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.work;
  }

  /** Returns the acknowledged writes that began at or after this time. */
  acknowledged(since = 0): Write[] {
    return this.since(since).filter(({ status }) => status === HTTP_CREATED);
  }

  failed(since = 0): Write[] {
    return this.since(since).filter(({ status }) => status !== HTTP_CREATED);
  }

  /** The names of all buildings that the panel lists. */
  async listed(): Promise<Set<string>> {
    const { text } = await this.send();
    return new Set(rowsSchema.parse(parseJson(text)).map(({ name }) => name));
  }

  private since(time: number): Write[] {
    return this.writes.filter(({ began }) => began >= time);
  }

  private async write(client: number): Promise<void> {
    for (let count = 0; !this.isOver; count += 1) {
      const name = `${this.panel} ${client} ${count}`;
      const began = Date.now();
      const answer = await this.send({ method: 'POST', body: aCondo({ name }) });
      this.writes.push({ name, began, ended: Date.now(), ...answer });
      await sleep(PAUSE_MS);
    }
  }

  private async send(sent?: Sent) {
    const response = await send(`${this.url}/api/admin/condos`, this.token, sent);
    return { status: response.status, text: await response.text() };
  }
}
