import { expect, test } from 'vitest';
import { describeDevice } from '~/accounts/screens/describe-device';

const CHROME = 'Chrome/140.0.0.0 Safari/537.36';

test.each([
  ['Windows NT 10.0; Win64; x64', CHROME, 'Chrome on Windows'],
  ['Windows NT 10.0', `${CHROME} Edg/140.0.0.0`, 'Edge on Windows'],
  ['X11; Linux x86_64', `${CHROME} OPR/120.0`, 'Opera on Linux'],
  ['Linux; Android 15', `SamsungBrowser/28.0 ${CHROME}`, 'Samsung Internet on Android'],
  ['Macintosh; Intel Mac OS X 10.15; rv:140.0', 'Firefox/140.0', 'Firefox on macOS'],
  ['Macintosh; Intel Mac OS X 10_15_7', 'Version/26.0 Safari/605.1.15', 'Safari on macOS'],
  [
    'iPhone; CPU iPhone OS 18_0 like Mac OS X',
    'CriOS/140.0 Mobile/15E148 Safari/604.1',
    'Chrome on iPhone',
  ],
  ['X11; CrOS x86_64 14541.0.0', CHROME, 'Chrome on ChromeOS'],
])('a browser on %s: %s', (platform, programs, text) => {
  const engine = 'AppleWebKit/537.36 (KHTML, like Gecko)';
  expect(describeDevice(`Mozilla/5.0 (${platform}) ${engine} ${programs}`)).toBe(text);
});

test.each([
  ['curl/8.5.0', 'curl/8.5.0'],
  ['node', 'node'],
  [`${'x'.repeat(60)} y`, 'x'.repeat(40)],
  ['  ', 'Unknown device'],
  [null, 'Unknown device'],
])('something else: %s', (userAgent, text) => {
  expect(describeDevice(userAgent)).toBe(text);
});
