import { config, z } from 'zod';
import { ruleViolation, explain } from '~/language/rules';

/**
 * Import zod only from here. When zod compiles object schemas it probes `eval`, which a strict
 * Content-Security-Policy reports as a violation. So compilation is switched off before any schema exists.
 * A missing value gets "is required", not zod's "expected string, received undefined".
 */
config({
  jitless: true,
  customError: (issue) =>
    issue.code === 'invalid_type' && issue.input === undefined
      ? explain(issue, ruleViolation('missing'))
      : undefined,
});

export { z };
