import { readSettings, type Settings } from '../../app/platform/settings.server';

export * from '../../app/platform/settings.server';

/** Replaces the cached settings, so that vi.stubEnv works in the middle of a file. */
export function getSettings(): Settings {
  return readSettings(process.env);
}
