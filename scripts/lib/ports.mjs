import { once } from 'node:events';
import { createServer } from 'node:net';
import { ScriptError } from './project.mjs';

/**
 * Reports whether a server could listen on the port: 'free', 'taken', or the system's code for another
 * error.
 */
async function tryPort(port, host) {
  try {
    const server = createServer().listen({ port: Number(port), host });
    await once(server, 'listening');
    await once(server.close(), 'close');
    return 'free';
  } catch (error) {
    return error.code === 'EADDRINUSE' ? 'taken' : error.code;
  }
}

/** Only checks whether the port is free; the settings report an invalid PORT. */
export async function assertPortIsFree(port, host) {
  if (!/^\d{1,5}$/.test(port)) return;
  const state = await tryPort(port, host);
  if (state === 'taken') {
    throw new ScriptError(`Port ${port} on ${host} is in use. Set PORT to another one.`);
  }
  if (state !== 'free') throw new ScriptError(`Cannot listen on ${host}:${port} (${state}).`);
}

/** The first free port from `first` on. */
export async function findFreePort(first, host) {
  const TRIES = 20;
  for (let port = first; port < first + TRIES; port += 1) {
    if ((await tryPort(port, host)) === 'free') return port;
  }
  throw new ScriptError(`No free port from ${first} to ${first + TRIES - 1}. Set PORT.`);
}
