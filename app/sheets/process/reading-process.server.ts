import { spawn } from 'node:child_process';
import { constants, setPriority, tmpdir } from 'node:os';
import { CHILD_HEAP_LIMIT_MB, CHILD_TIME_LIMIT_MS } from '../formats/limits';
import { SheetError } from '../formats/sheet-error';
import { chunksOf } from '../formats/chunks';
import {
  readMessages,
  type ReadingJob,
  type ReadingMessage,
  type ReadingOrder,
} from '../rows/message';

const TOO_COMPLEX =
  'The file could not be read: it takes too much memory or time. Save it as CSV, or split it';

/**
 * Reads a file or rows in a separate process with limits on memory and time, and yields messages as they arrive. Ends the
 * process when the caller stops early or aborts. Call with a permit (semaphore.ts): each takes much memory.
 * @throws SheetError for a file that cannot be read
 */
export async function* readInProcess(
  job: ReadingJob,
  input: readonly Uint8Array[],
  signal?: AbortSignal,
): AsyncGenerator<ReadingMessage, void, undefined> {
  // Imported on demand: the program is large, and most processes never read a file.
  const { default: program } = await import('virtual:bulk-child');
  const child = spawn(
    process.execPath,
    [
      '--permission',
      '--no-warnings',
      `--max-old-space-size=${CHILD_HEAP_LIMIT_MB}`,
      '--input-type=module',
      '-',
    ],
    {
      // No environment variables: they hold secrets.
      env: {},
      cwd: tmpdir(),
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
      killSignal: 'SIGKILL',
      timeout: CHILD_TIME_LIMIT_MS,
      ...(signal && { signal }),
    },
  );
  lowerPriority(child.pid);
  const [stdin, stdout, stderr, file] = child.stdio;
  let complaint = '';
  // Its end: an error comes after the line of the program.
  stderr?.on('data', (chunk) => (complaint = (complaint + String(chunk)).slice(-4_000)));
  const ended = new Promise<Error | number | null>((resolve) => {
    child.once('error', resolve);
    child.once('close', (code) => resolve(code));
  });
  // A process that dies early closes its pipes; its exit status gives the reason.
  stdin?.on('error', () => undefined);
  if (file && 'write' in file) {
    file.on('error', () => undefined);
    const bytes = input.reduce((sum, piece) => sum + piece.byteLength, 0);
    file.write(`${JSON.stringify({ job, bytes } satisfies ReadingOrder)}\n`);
    for (const piece of input) file.write(piece);
    file.end();
  }
  stdin?.end(program);
  try {
    let complete = false;
    if (stdout) {
      for await (const message of readMessages(chunksOf(stdout))) {
        if (message.t === 'error') throw new SheetError(message.text);
        complete = message.t === 'end';
        yield message;
      }
    }
    const outcome = await ended;
    signal?.throwIfAborted();
    if (complete) return;
    if (isOutOfBounds(outcome, complaint)) throw new SheetError(TOO_COMPLEX);
    throw new Error(`The reading process failed (${String(outcome)}): ${complaint}`);
  } finally {
    child.kill('SIGKILL');
  }
}

/** Pages have priority over imports. Not the lowest of all: on a busy machine that hardly runs. */
function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has already ended, or the host does not allow priorities.
  }
}

/** Nested too deeply, killed by the time limit (no code), by its own memory check, or by V8's heap limit (SIGABRT, or code 134). */
function isOutOfBounds(outcome: Error | number | null, complaint: string): boolean {
  return (
    outcome === null ||
    outcome === 137 ||
    outcome === 134 ||
    /heap out of memory|Array buffer allocation failed|ERR_STRING_TOO_LONG|Maximum call stack/.test(
      complaint,
    )
  );
}
