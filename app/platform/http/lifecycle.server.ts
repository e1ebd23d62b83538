type Phase = 'starting' | 'ready' | 'stopping';

/** The process's state. On globalThis: the server's entry and its plugin are bundled separately. */
declare global {
  var condoAdminPhase: Phase | undefined;
}

export function currentPhase(): Phase {
  return globalThis.condoAdminPhase ?? 'starting';
}

export function enterPhase(phase: Phase): void {
  globalThis.condoAdminPhase = phase;
}
