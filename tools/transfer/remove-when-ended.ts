import { rmSync } from 'node:fs';

const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Removes a file or folder when somebody ends the process: it holds personal data. Returns what stops that. */
export function removeWhenEnded(path: string): () => void {
  const end = (signal: NodeJS.Signals) => {
    rmSync(path, { recursive: true, force: true });
    forget();
    // As if nothing had listened.
    process.kill(process.pid, signal);
  };
  const forget = () => {
    for (const signal of END_SIGNALS) process.off(signal, end);
  };
  for (const signal of END_SIGNALS) process.on(signal, end);
  return forget;
}
