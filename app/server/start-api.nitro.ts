import { getSettings } from '../lib/settings.server';

/** At start-up, not at the first request: checks the settings and brings up the embedded API where there is one. */
export default function startApi(): void {
  if (getSettings().apiBaseUrl) return;
  void import('../api/embedded.server').then(({ getEmbeddedApi }) => getEmbeddedApi());
}
