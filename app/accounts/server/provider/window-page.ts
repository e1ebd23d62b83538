import { createHash } from 'node:crypto';
import { PROVIDER_CHANNEL } from '~/accounts/provider';
import { currentLanguage, t } from '~/language/texts';

/** Sends the code to the page that opened the window (data/session/provider-round-trip.ts). */
const SCRIPT = `const { state, code } = document.body.dataset;
new BroadcastChannel('${PROVIDER_CHANNEL}' + state).postMessage(code);
close();`;

const hash = createHash('sha256').update(SCRIPT).digest('base64');

/** Allows only this script. */
export const WINDOW_HEADERS = {
  'content-security-policy': `default-src 'none'; script-src 'sha256-${hash}'`,
};

/** Renders the last page of the provider's window. @param answer base64url made by the API */
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
