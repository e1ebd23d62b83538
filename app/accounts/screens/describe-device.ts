import { t } from '~/language/texts';

/** Marks of browsers. Those that include another browser's mark come first. */
const BROWSERS: ReadonlyArray<[name: string, mark: RegExp]> = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|HeadlessChrome|CriOS|Chromium)\//],
  ['Safari', /\bSafari\//],
];

/** Marks of operating systems. An iPad that asks for desktop pages is listed as a Mac, as it calls itself. */
const SYSTEMS: ReadonlyArray<[name: string, mark: RegExp]> = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b|\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

/** Length to which the name of other programs is cut, such as "curl/8.5". */
const PROGRAM_LIMIT_CHARS = 40;

/** Describes a user agent in a few words: "Firefox on Windows". */
export function describeDevice(userAgent: string | null): string {
  const text = userAgent?.trim() ?? '';
  if (text === '') return t`Unknown device`;
  const browser = nameIn(BROWSERS, text);
  const system = nameIn(SYSTEMS, text);
  if (browser && system) return t`${browser} on ${system}`;
  return browser ?? system ?? text.split(/\s/, 1).join('').slice(0, PROGRAM_LIMIT_CHARS);
}

function nameIn(names: ReadonlyArray<[string, RegExp]>, text: string): string | undefined {
  return names.find(([, mark]) => mark.test(text))?.[0];
}
