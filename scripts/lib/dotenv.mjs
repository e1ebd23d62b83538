import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, ScriptError } from './project.mjs';

/** Reads the settings of .env where the environment does not have them. One that cannot be read is not passed over: another database would be used. */
export function loadDotenv(path = join(ROOT, '.env')) {
  if (!existsSync(path)) return;
  if (read(path).includes(0))
    throw new ScriptError(`${path} is no text in UTF-8. Save it as that.`);
  // Node 20.6 and newer; what starts a command may be an older one, and the command itself reads the file again.
  process.loadEnvFile?.(path);
}

function read(path) {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new ScriptError(`${path} cannot be read: ${error.message}`);
  }
}
