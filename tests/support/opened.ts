import { mkdtempSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, onTestFinished } from 'vitest';
import { listening } from './listening';
import { must } from './must';

interface Closable {
  close(): Promise<unknown>;
}

/** An API, a desk or a database that is made before the first test here and closed after the last one. */
export function perFile<T extends Closable>(open: () => Promise<T>): T;
export function perFile(open: () => Promise<Closable>): Closable {
  return openedBy(open, beforeAll, afterAll);
}

/** Like `perFile`, but made before each test and closed after it. */
export function perTest<T extends Closable>(open: () => Promise<T>): T;
export function perTest(open: () => Promise<Closable>): Closable {
  return openedBy(open, beforeEach, afterEach);
}

/** Like `perFile`, but made within a test and closed after it. */
export async function forThisTest<T extends Closable>(opening: Promise<T>): Promise<T> {
  const opened = await opening;
  onTestFinished(async () => {
    await opened.close();
  });
  return opened;
}

type Hook = typeof beforeAll | typeof beforeEach;

/** Stands for the one that is open: each member is read from that. */
function openedBy(open: () => Promise<Closable>, before: Hook, after: Hook): Closable {
  let current: Closable | undefined;
  const opened = () => must(current, 'open one: it is made by a hook before the tests');
  before(async () => {
    current = await open();
  });
  after(() => current?.close());
  return new Proxy<Closable>(
    { close: () => opened().close() },
    {
      get: (_, name): unknown => Reflect.get(opened(), name),
      set: (_, name, value: unknown) => Reflect.set(opened(), name, value),
    },
  );
}

/** The address of an HTTP server that is closed when the test has ended. */
export async function served(answer: RequestListener): Promise<string> {
  const { url, close } = await listening(createServer(answer));
  onTestFinished(close);
  return url;
}

/** A folder for each test, which is gone after it. */
export const folderPerTest = () =>
  perTest(async () => {
    const path = await mkdtemp(join(tmpdir(), 'condo-admin-test-'));
    return { path, close: () => rm(path, { recursive: true, force: true }) };
  });

/** The path of a folder of this file's own, which is gone after its last test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'condo-admin-test-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
