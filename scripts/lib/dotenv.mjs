import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, ScriptError } from './project.mjs';

/**
 * Adds settings of .env to the environment. An unreadable .env must fail, since another database would be
 * used.
 */
export function loadDotenv(path = join(ROOT, '.env')) {
  if (!existsSync(path)) return;
  if (read(path).includes(0))
    throw new ScriptError(`${path} is no text in UTF-8. Save it as that.`);
  // Exists since Node 20.6. An older Node only starts commands, which read the file again.
  process.loadEnvFile?.(path);
}

function read(path) {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new ScriptError(`${path} cannot be read: ${error.message}`);
  }
}
