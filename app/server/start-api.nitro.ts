import { getSettings } from '../lib/settings.server';

interface NitroApp {
  hooks: { hook(name: 'close', action: () => Promise<void>): unknown };
}

/** At start-up, not at the first request: checks the settings and brings up the embedded API where there is one. */
export default function startApi({ hooks }: NitroApp): void {
  if (getSettings().apiBaseUrl) return;
  const loading = import('../api/embedded.server');
  void loading.then(({ getEmbeddedApi }) => getEmbeddedApi());
  hooks.hook('close', async () => (await loading).closeEmbeddedApi());
}
