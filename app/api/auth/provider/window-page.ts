import { createHash } from 'node:crypto';
import { PROVIDER_CHANNEL } from '~/contract/provider';
import { currentLanguage, t } from '~/lib/texts';

/** Hands the code to the page that opened the window (data/session/provider-round-trip.ts); by now they share nothing but their origin. */
const SCRIPT = `const { state, code } = document.body.dataset;
new BroadcastChannel('${PROVIDER_CHANNEL}' + state).postMessage(code);
close();`;

const hash = createHash('sha256').update(SCRIPT).digest('base64');

/** This script and nothing else. */
export const WINDOW_HEADERS = {
  'content-security-policy': `default-src 'none'; script-src 'sha256-${hash}'`,
};

/** The last page in the window that the provider was asked in, in the current language. @param answer base64url alone: what the API has made itself */
export function windowPage({ state, code }: { state: string; code: string }): string {
  return `<!doctype html>
<html lang="${currentLanguage().code}">
  <head><meta charset="utf-8"><title>Condo Admin</title></head>
  <body data-state="${state}" data-code="${code}">
    <p>${t`You can close this window.`}</p>
    <script>${SCRIPT}</script>
  </body>
</html>`;
}
