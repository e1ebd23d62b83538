import { getSettings } from '~/lib/settings.server';

/** Says in the document which provider one can sign in with; empty without one. For lib/provider-name.ts. */
export function providerScript(): string {
  const { provider } = getSettings();
  if (!provider) return '';
  // No text ends the script.
  const name = JSON.stringify(provider.name).replaceAll('<', String.raw`\u003c`);
  return `;document.documentElement.dataset.provider=${name}`;
}
