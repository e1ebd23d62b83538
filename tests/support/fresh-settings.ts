import { readSettings, type Settings } from '../../app/platform/settings.server';

export * from '../../app/platform/settings.server';

/** In the place of the cached one, so that vi.stubEnv counts in the middle of a file. */
export function getSettings(): Settings {
  return readSettings(process.env);
}
