import { fork } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';

/** A call that arrives in the moment in which the process freezes wakes it again. */
const WAKE_AGAIN_MS = 20;

/**
 * Starts the function of `folder` in a separate process, which only runs during calls. `onExit` is called with the code with
 * which it ends by itself.
 */
export async function startFrozenProcess(preset, folder, env, onExit) {
  const child = fork(join(import.meta.dirname, 'function.mjs'), [preset, folder], {
    cwd: folder,
    env,
  });
  child.once('exit', onExit);
  const [{ port }] = await once(child, 'message');
  return {
    answer: (incoming, outgoing) => forward(child, port, incoming, outgoing),
    kill() {
      child.off('exit', onExit);
      // As platforms do; nothing else reaches a frozen process.
      child.kill('SIGKILL');
    },
  };
}

async function forward(child, port, incoming, outgoing) {
  child.kill('SIGCONT');
  const timer = setInterval(() => child.kill('SIGCONT'), WAKE_AGAIN_MS);
  try {
    const { method, url, headers } = incoming;
    const call = request({ host: '127.0.0.1', port, method, path: url, headers, agent: false });
    incoming.pipe(call);
    const [answer] = await once(call, 'response');
    outgoing.writeHead(answer.statusCode, answer.headers);
    answer.pipe(outgoing);
    await once(answer, 'close');
  } finally {
    clearInterval(timer);
  }
}
