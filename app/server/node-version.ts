import { SettingsError } from '../lib/settings.server';

/** argon2 of node:crypto and node:sqlite without a flag. */
const OLDEST = [24, 7] as const;

/** @throws SettingsError for a Node that is too old */
export function assertNode(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return;
  throw new SettingsError(`Node ${OLDEST.join('.')} or newer is needed, and this is ${version}`);
}
