import { config, z } from 'zod';

/**
 * The one place zod is imported from. Zod probes `eval` when it compiles object schemas, which a strict
 * Content-Security-Policy reports as a violation, so compilation is switched off before any schema exists.
 */
config({ jitless: true });

export { z };
