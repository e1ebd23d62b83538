import type { Random } from '../random';
import { circle, gradient, polygon, rect, shade, type Point } from './svg';

export const WIDTH = 1368;
export const HEIGHT = 736;
/** Where the ground begins, and where houses stand. */
export const HORIZON = 470;
export const GROUND = 600;

export interface Light {
  skyTop: string;
  skyBottom: string;
  sun: string;
  mountain: string;
  snow: string;
  hill: string;
  lawn: string;
  /** Lit windows. */
  evening: boolean;
}

export const LIGHTS: readonly Light[] = [
  {
    skyTop: '#5aa7e0',
    skyBottom: '#dff1fb',
    sun: '#fff4c2',
    mountain: '#7f9bb8',
    snow: '#ffffff',
    hill: '#7fae68',
    lawn: '#8cc06a',
    evening: false,
  },
  {
    skyTop: '#f2996b',
    skyBottom: '#fde7c6',
    sun: '#ffe9a8',
    mountain: '#9a8aa6',
    snow: '#fbe3da',
    hill: '#8a9a5b',
    lawn: '#9fae5f',
    evening: true,
  },
  {
    skyTop: '#8fc3dd',
    skyBottom: '#f6f3e6',
    sun: '#fffbe0',
    mountain: '#94abb8',
    snow: '#fdfdfa',
    hill: '#9ab973',
    lawn: '#b2cf7f',
    evening: false,
  },
  {
    skyTop: '#27386b',
    skyBottom: '#c98b9b',
    sun: '#f7ecd4',
    mountain: '#54597f',
    snow: '#c9c4dc',
    hill: '#46604f',
    lawn: '#547052',
    evening: true,
  },
  {
    skyTop: '#a7bccb',
    skyBottom: '#eef2f5',
    sun: '#ffffff',
    mountain: '#9fb0bf',
    snow: '#ffffff',
    hill: '#dfe7ea',
    lawn: '#f1f5f6',
    evening: false,
  },
  {
    skyTop: '#4d93c9',
    skyBottom: '#fbe9cf',
    sun: '#fff1b8',
    mountain: '#86989f',
    snow: '#f9fbfc',
    hill: '#b5904c',
    lawn: '#c4a55a',
    evening: false,
  },
];

/** Sky, sun, clouds, mountains, perhaps a lake, and the ground that the house will stand on. */
export function drawLandscape(random: Random, light: Light): string {
  const lake = random.chance(0.45);
  return [
    `<defs>${gradient('sky', light.skyTop, light.skyBottom)}${gradient('lawn', light.lawn, shade(light.lawn, -0.18))}${gradient('lake', shade(light.skyTop, 0.25), shade(light.skyTop, -0.15))}</defs>`,
    rect(0, 0, WIDTH, HEIGHT, 'url(#sky)'),
    circle(
      random.int(150, WIDTH - 150),
      random.int(90, 220),
      random.int(34, 60),
      light.sun,
      'opacity=".9"',
    ),
    drawClouds(random, light),
    drawRange(random, {
      base: HORIZON,
      peak: 300,
      fill: shade(light.mountain, 0.3),
      snow: light.snow,
    }),
    drawRange(random, { base: HORIZON + 10, peak: 190, fill: light.mountain, snow: null }),
    drawHills(random, light.hill),
    rect(0, HORIZON + 40, WIDTH, HEIGHT, 'url(#lawn)'),
    lake ? rect(0, HORIZON - 8, WIDTH, 62, 'url(#lake)') + drawRipples(random) : '',
  ].join('');
}

function drawClouds(random: Random, light: Light): string {
  return Array.from({ length: random.int(2, 5) }, () => {
    const [x, y, size] = [random.int(0, WIDTH), random.int(50, 210), random.int(20, 38)];
    const puffs = [-1.6, -0.7, 0.3, 1.3].map((shift, index) =>
      circle(
        x + shift * size,
        y - (index % 2) * size * 0.35,
        size * (index % 2 ? 0.85 : 0.65),
        shade(light.skyBottom, 0.6),
      ),
    );
    return `<g opacity=".75">${puffs.join('')}${rect(x - size * 2.1, y, size * 3.9, size * 0.62, shade(light.skyBottom, 0.6), `rx="${size * 0.31}"`)}</g>`;
  }).join('');
}

interface Range {
  base: number;
  peak: number;
  fill: string;
  /** Colour of the caps, or null for mountains below the snow. */
  snow: string | null;
}

function drawRange(random: Random, { base, peak, fill, snow }: Range): string {
  const tops: Point[] = [];
  for (let x = -80; x < WIDTH + 160; x += random.int(110, 210)) {
    tops.push([x, base - peak * (0.45 + 0.55 * random.next())]);
  }
  const ridge: Point[] = [[-200, base]];
  const caps: string[] = [];
  for (const [index, [x, y]] of tops.entries()) {
    ridge.push([x, y]);
    const following = tops[index + 1];
    const valley: Point = following
      ? [
          (x + following[0]) / 2 + random.int(-15, 15),
          Math.max(y, following[1]) + (base - y) * 0.35,
        ]
      : [x + 100, base];
    ridge.push(valley);
    if (snow) caps.push(drawCap(x, y, valley, snow));
  }
  ridge.push([WIDTH + 300, base], [WIDTH + 300, base + 60], [-200, base + 60]);
  return polygon(ridge, fill) + caps.join('');
}

/** Snow down to a third of the way from a top to the valley on its right, mirrored to the left. */
function drawCap(x: number, y: number, [valleyX, valleyY]: Point, snow: string): string {
  const reach = (valleyX - x) * 0.36;
  const depth = (valleyY - y) * 0.36;
  const edge: Point[] = [
    [x + reach, y + depth],
    [x + reach * 0.5, y + depth * 0.8],
    [x + reach * 0.2, y + depth * 1.25],
    [x - reach * 0.15, y + depth * 0.85],
    [x - reach * 0.45, y + depth * 1.05],
  ];
  return polygon([[x, y], ...edge], snow, 'opacity=".92"');
}

function drawHills(random: Random, fill: string): string {
  return [0.12, -0.05]
    .map((tone, index) => {
      const y = HORIZON + index * 26;
      const waves = Array.from(
        { length: 5 },
        () => `q${random.int(90, 160)} ${-random.int(30, 80)} ${random.int(280, 340)} 0`,
      );
      return `<path d="M-60 ${y} ${waves.join(' ')} V${HEIGHT} H-60 Z" fill="${shade(fill, tone)}"/>`;
    })
    .join('');
}

function drawRipples(random: Random): string {
  return Array.from({ length: 16 }, () =>
    rect(
      random.int(0, WIDTH),
      HORIZON + random.int(0, 46),
      random.int(30, 120),
      2,
      '#ffffff',
      'opacity=".28"',
    ),
  ).join('');
}

/** Trees to both sides of a house that stands between `left` and `right`, and a path to its door. */
export function drawGarden(random: Random, light: Light, left: number, right: number): string {
  const door = (left + right) / 2;
  const path = polygon(
    [
      [door - 22, GROUND],
      [door + 22, GROUND],
      [door + 120, HEIGHT],
      [door - 150, HEIGHT],
    ],
    '#d9cdb8',
    'opacity=".9"',
  );
  const trees = Array.from({ length: random.int(5, 9) }, () => {
    const x = random.chance(0.5)
      ? random.int(20, Math.max(40, left - 60))
      : random.int(right + 60, WIDTH - 20);
    return {
      x,
      y: GROUND + random.int(-24, 70),
      size: random.int(46, 96),
      pine: random.chance(0.5),
    };
  }).toSorted((a, b) => a.y - b.y);
  return path + trees.map((tree) => drawTree(random, light, tree)).join('');
}

function drawTree(
  random: Random,
  light: Light,
  { x, y, size, pine }: { x: number; y: number; size: number; pine: boolean },
): string {
  const green = shade(
    random.pick(['#3f7d46', '#4f8f4a', '#2f6b4a', '#6b8f3f']),
    light.evening ? -0.25 : 0,
  );
  const trunk = rect(x - size * 0.06, y - size * 0.3, size * 0.12, size * 0.34, '#6b4a32');
  if (!pine) {
    const crown = [
      [0, -0.85, 0.42],
      [-0.28, -0.6, 0.34],
      [0.28, -0.58, 0.36],
    ] as const;
    return (
      trunk +
      crown
        .map(([dx, dy, r], index) =>
          circle(x + dx * size, y + dy * size, r * size, shade(green, index * 0.08)),
        )
        .join('')
    );
  }
  const tiers = [0, 1, 2].map((tier) => {
    const width = size * (0.42 - tier * 0.1);
    const bottom = y - size * (0.22 + tier * 0.36);
    return polygon(
      [
        [x - width, bottom],
        [x + width, bottom],
        [x, bottom - size * 0.62],
      ],
      shade(green, tier * 0.07 - 0.05),
    );
  });
  return trunk + tiers.join('');
}
