import { spawn } from 'node:child_process';
import { findNode } from './project.mjs';

const BUSY_PROCESSES = 8;
/** Computes until it is ended, or until this process has ended without ending it. */
const COMPUTE = 'const parent = process.ppid; while (process.ppid === parent);';

/** Removes `--while-busy` from the arguments. If it was given, eight busy processes run during `work`. */
export async function whileBusy(args, work) {
  const rest = args.filter((arg) => arg !== '--while-busy');
  const count = rest.length < args.length ? BUSY_PROCESSES : 0;
  const busy = Array.from({ length: count }, () => spawn(findNode(), ['-e', COMPUTE]));
  try {
    return await work(rest);
  } finally {
    for (const child of busy) child.kill('SIGKILL');
  }
}
