type Phase = 'starting' | 'ready' | 'stopping';

/** How far this process is. On globalThis: the server's entry and its plugin are bundled apart. */
declare global {
  var condoAdminPhase: Phase | undefined;
}

export function currentPhase(): Phase {
  return globalThis.condoAdminPhase ?? 'starting';
}

export function enterPhase(phase: Phase): void {
  globalThis.condoAdminPhase = phase;
}
