import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { must } from '../../support/must';

/** WCAG 2.2: 1.4.3 for text, 1.4.11 for what shows where a control is. */
const TEXT_RATIO = 4.5;
const CONTROL_RATIO = 3;

const SURFACES = ['canvas', 'surface', 'sunken'];
const TEXTS = ['ink', 'muted', 'accent-text', 'danger', 'success', 'warning'];
type Pair = [mark: string, background: string, ratio: number];
const PAIRS: Pair[] = [
  ...SURFACES.flatMap((surface) => TEXTS.map((text): Pair => [text, surface, TEXT_RATIO])),
  ['on-accent', 'accent', TEXT_RATIO],
  ['on-accent', 'accent-hover', TEXT_RATIO],
  ['accent-text', 'accent-soft', TEXT_RATIO],
  ['on-danger', 'danger-solid', TEXT_RATIO],
  ['on-danger', 'danger-hover', TEXT_RATIO],
  ['danger', 'danger-soft', TEXT_RATIO],
  ['success', 'success-soft', TEXT_RATIO],
  ['warning', 'warning-soft', TEXT_RATIO],
  ...SURFACES.map((surface): Pair => ['focus', surface, CONTROL_RATIO]),
  ['focus', 'accent-soft', CONTROL_RATIO],
  ['focus', 'danger-soft', CONTROL_RATIO],
  ['line-strong', 'surface', CONTROL_RATIO],
  ['line-strong', 'canvas', CONTROL_RATIO],
  ['accent', 'surface', CONTROL_RATIO],
  ['chart-bar', 'surface', CONTROL_RATIO],
];

const css = readFileSync('app/styles.css', 'utf8');

const LIGHT = new Map([...tokensOf('@theme static'), ...tokensOf(':root')]);
const DARK = tokensOf(':root.dark');

describe.each([
  ['light', LIGHT],
  ['dark', DARK],
])('the %s theme', (_theme, tokens) => {
  test.each(PAIRS)('%s is to be seen on %s: %d', (mark, background, ratio) => {
    expect(contrast(colour(tokens, mark), colour(tokens, background))).toBeGreaterThanOrEqual(
      ratio,
    );
  });
});

test('both themes have the same tokens', () => {
  expect([...LIGHT.keys()]).toEqual([...DARK.keys()]);
});

type Colour = [lightness: number, chroma: number, hue: number];

function tokensOf(selector: string): Map<string, string> {
  const start = css.indexOf(`\n${selector} {`);
  const block = css.slice(start, css.indexOf('\n}', start));
  return new Map(
    [...block.matchAll(/--([\w-]+):\s*([^;]+);/g)].map((match) => [match[1] ?? '', match[2] ?? '']),
  );
}

function colour(tokens: Map<string, string>, name: string): Colour {
  const match = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(
    must(tokens.get(`color-${name}`), name),
  );
  if (!match) throw new Error(`--${name} is no opaque OKLCH colour`);
  return [Number(match[1]), Number(match[2]), Number(match[3])];
}

function contrast(a: Colour, b: Colour): number {
  const light = Math.max(luminance(a), luminance(b));
  const dark = Math.min(luminance(a), luminance(b));
  return (light + 0.05) / (dark + 0.05);
}

/** Relative luminance of an OKLCH colour (CSS Color 4), clipped to what an sRGB screen shows. */
function luminance([lightness, chroma, hue]: Colour): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s;
  const green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s;
  const blue = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s;
  return 0.2126 * clip(red) + 0.7152 * clip(green) + 0.0722 * clip(blue);
}

function clip(channel: number): number {
  return Math.min(1, Math.max(0, channel));
}
