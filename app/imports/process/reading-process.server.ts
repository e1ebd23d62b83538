import { spawn } from 'node:child_process';
import { on } from 'node:events';
import { constants, setPriority, tmpdir } from 'node:os';
import { CHILD_HEAP_LIMIT_MB, CHILD_TIME_LIMIT_MS, SheetError } from '../formats/sheet-row';
import type { ReadingJob, ReadingMessage, ReadingOrder } from '../rows/message';

/**
 * Reads a file or rows in a process with limited memory and time. The process is one message ahead of the
 * caller, and ends when the caller stops or aborts. Call it with a permit (semaphore.ts), since each
 * process takes much memory.
 * @throws SheetError for a file that cannot be read
 */
export async function* readInProcess(
  job: ReadingJob,
  input: readonly Uint8Array[],
  signal?: AbortSignal,
): AsyncGenerator<ReadingMessage, void, undefined> {
  // The program is imported on demand, since most processes never read a file.
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
      // Environment variables hold secrets, so the process gets none.
      env: {},
      cwd: tmpdir(),
      stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
      serialization: 'advanced',
      killSignal: 'SIGKILL',
      timeout: CHILD_TIME_LIMIT_MS,
      ...(signal && { signal }),
    },
  );
  lowerPriority(child.pid);
  let complaint = '';
  // Keep the end of the output: Node prints the error after the program's source line.
  child.stderr?.on('data', (chunk) => (complaint = (complaint + String(chunk)).slice(-4_000)));
  // A process that dies early closes its channel; its exit status gives the reason.
  const send = (message: ReadingOrder | 'taken') => child.send(message, () => undefined);
  child.stdin?.on('error', () => undefined);
  // An abort after the last message causes an error event if the process has not ended yet. It can be
  // ignored.
  child.on('error', () => undefined);
  child.stdin?.end(program);
  const messages = on(child, 'message', { close: ['close'] });
  send({ job, input });
  try {
    for await (const [message] of messages) {
      if (!isMessage(message)) throw new Error('The reading process sent an unknown message');
      if (message.type === 'error') throw new SheetError(message.sentence);
      send('taken');
      yield message;
      if (message.type === 'end') return;
    }
    if (isOutOfBounds(child.exitCode, complaint)) throw new SheetError('file_too_complex');
    throw new Error(`The reading process failed (${child.exitCode}): ${complaint}`);
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    child.kill('SIGKILL');
  }
}

/** True for a message of our own process. The shape of its rows is not checked again. */
function isMessage(value: unknown): value is ReadingMessage {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** Gives pages priority over imports. The lowest priority would hardly run on a busy machine. */
function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The process has already ended, or the host does not allow priorities.
  }
}

/**
 * True if the file was nested too deeply, or the process was killed: by the time limit (no code), by its
 * memory check, or by V8's heap limit (SIGABRT, or code 134).
 */
function isOutOfBounds(code: number | null, complaint: string): boolean {
  return (
    code === null ||
    code === 137 ||
    code === 134 ||
    /heap out of memory|Array buffer allocation failed|ERR_STRING_TOO_LONG|Maximum call stack/.test(
      complaint,
    )
  );
}
