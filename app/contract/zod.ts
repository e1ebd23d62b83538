import { config, z } from 'zod';

/**
 * The one place zod is imported from. Zod probes `eval` when it compiles object schemas, which a strict
 * Content-Security-Policy reports as a violation, so compilation is switched off before any schema exists. What is missing
 * is named as that, where zod says "expected string, received undefined".
 */
config({
  jitless: true,
  customError: ({ code, input }) =>
    code === 'invalid_type' && input === undefined ? 'is required' : undefined,
});

export { z };
