/**
 * Square flags of 224 pixels, drawn by ourselves: the colours and partitions of the real arms, their charges as simple
 * shapes. Keys are canton codes and country names, as the demonstration data has them.
 */
const SIDE = 224;

const RED = '#d8232a';
const BLUE = '#1d5aa7';
const GREEN = '#1e8a3c';
const YELLOW = '#f7c813';
const BLACK = '#1a1a1a';
const WHITE = '#ffffff';

const area = (x: number, y: number, width: number, height: number, fill: string) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`;
const field = (fill: string) => area(0, 0, SIDE, SIDE, fill);
const shape = (path: string, fill: string) => `<path d="${path}" fill="${fill}"/>`;

/** Vertical or horizontal stripes of equal width. */
const columns = (...fills: readonly string[]) =>
  fills
    .map((fill, i) => area((i * SIDE) / fills.length, 0, SIDE / fills.length + 1, SIDE, fill))
    .join('');
const bars = (...fills: readonly string[]) =>
  fills
    .map((fill, i) => area(0, (i * SIDE) / fills.length, SIDE, SIDE / fills.length + 1, fill))
    .join('');

/** An upright cross around (x, y): arms of `length` and `width`. */
const cross = (x: number, y: number, length: number, width: number, fill: string) =>
  area(x - length / 2, y - width / 2, length, width, fill) +
  area(x - width / 2, y - length / 2, width, length, fill);

/** A five-pointed star around (x, y). */
function star(x: number, y: number, radius: number, fill: string): string {
  const points = Array.from({ length: 10 }, (_, index) => {
    const angle = (Math.PI * index) / 5 - Math.PI / 2;
    const reach = index % 2 === 0 ? radius : radius * 0.4;
    return `${(x + reach * Math.cos(angle)).toFixed(1)},${(y + reach * Math.sin(angle)).toFixed(1)}`;
  });
  return `<polygon points="${points.join(' ')}" fill="${fill}"/>`;
}

/** Thirteen stars for the districts of the Valais, in the other half's colour. */
function valaisStars(): string {
  const rows = [40, 76, 112, 148];
  const sides = rows.flatMap((y) => [star(52, y, 15, RED), star(172, y, 15, WHITE)]);
  const middle = rows
    .concat(184)
    .map(
      (y) =>
        `<clipPath id="l${y}">${area(0, 0, 112, SIDE, RED)}</clipPath>` +
        star(112, y, 15, WHITE) +
        `<g clip-path="url(#l${y})">${star(112, y, 15, RED)}</g>`,
    );
  return [...sides, ...middle].join('');
}

const BEAR =
  'M38 190 L58 170 L54 150 L78 124 L92 116 L104 92 L124 76 L140 52 L150 44 L156 34 L164 42 L180 46 L192 60 L186 68 L170 70 L166 84 L182 94 L176 106 L156 102 L146 118 L156 136 L144 144 L130 132 L112 146 L98 156 L102 176 L90 184 L78 168 L64 182 L56 196 Z';
const CROZIER =
  'M104 206 L112 216 L120 206 L120 108 L132 92 L120 80 Q150 74 150 50 Q150 14 112 12 Q82 12 78 38 Q78 54 94 54 Q104 52 102 42 Q98 36 94 40 Q94 28 110 28 Q132 30 132 50 Q130 62 104 68 L104 80 L92 92 L104 108 Z';
const HALF_EAGLE =
  'M112 20 Q92 22 88 40 L74 42 L86 52 Q92 66 98 72 Q72 62 58 36 Q54 52 60 62 Q42 56 34 46 Q34 66 46 78 Q32 78 24 72 Q30 92 46 98 Q38 102 30 102 Q42 118 60 116 Q56 124 50 126 Q66 134 80 126 Q84 138 74 150 L58 154 L74 160 L66 172 L84 164 L90 152 Q92 170 80 184 L96 180 L98 200 L112 190 Z';

const FLAGS: Readonly<Record<string, string>> = {
  ZH: field(WHITE) + shape('M0 0 L224 224 L0 224 Z', '#268bcc'),
  BE:
    field(RED) +
    shape('M0 0 L0 52 L172 224 L224 224 L224 172 L52 0 Z', YELLOW) +
    `<g transform="matrix(-.82 0 0 .82 202 18)">${shape(BEAR, BLACK)}</g>`,
  LU: columns('#248bcc', WHITE),
  SZ: field(RED) + cross(46, 46, 52, 18, WHITE),
  ZG: bars(WHITE, '#248bcc', WHITE),
  FR: bars(BLACK, WHITE),
  SO: bars(RED, WHITE),
  BS: field(WHITE) + shape(CROZIER, BLACK),
  SG:
    field(GREEN) +
    [76, 94, 112, 130, 148].map((x) => area(x - 6, 34, 12, 160, WHITE)).join('') +
    area(64, 78, 96, 12, GREEN) +
    area(64, 136, 96, 12, GREEN) +
    shape('M150 44 Q186 36 192 70 Q176 88 150 82 Z', WHITE),
  AG:
    columns(BLACK, '#248bcc') +
    [66, 112, 158]
      .map((y) =>
        shape(
          `M0 ${y} q14 -14 28 0 t28 0 t28 0 t28 0 v16 q-14 14 -28 0 t-28 0 t-28 0 t-28 0 Z`,
          WHITE,
        ),
      )
      .join('') +
    star(142, 76, 20, WHITE) +
    star(196, 76, 20, WHITE) +
    star(168, 150, 20, WHITE),
  TI: columns(RED, BLUE),
  VD: bars(WHITE, GREEN),
  VS: columns(WHITE, RED) + valaisStars(),
  NE: columns(GREEN, WHITE, RED) + cross(187, 37, 42, 12, WHITE),
  GE:
    columns(YELLOW, RED) +
    shape(HALF_EAGLE, BLACK) +
    area(162, 78, 12, 126, YELLOW) +
    shape('M168 20 a30 30 0 1 1 -.1 0 Z M168 38 a12 12 0 1 0 .1 0 Z', YELLOW) +
    shape('M174 158 h30 v46 h-12 v-14 h-8 v14 h-10 Z', YELLOW),
  Switzerland: field(RED) + cross(112, 112, 140, 42, WHITE),
  France: columns('#1f3a8a', WHITE, '#e1000f'),
  Germany: bars(BLACK, '#dd0000', '#ffce00'),
  Italy: columns('#008c45', '#f4f5f0', '#cd212a'),
  Austria: bars('#ed2939', WHITE, '#ed2939'),
  Liechtenstein:
    bars('#002b7f', '#ce1126') +
    shape('M34 88 L28 50 L46 64 L60 40 L74 64 L92 50 L86 88 Z', '#ffd83d') +
    `<circle cx="60" cy="34" r="7" fill="#ffd83d"/>`,
};

/** The flag of a canton or country as SVG, or null where we have none. */
export function drawFlag(name: string): string | null {
  const content = FLAGS[name];
  if (content === undefined) return null;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}" viewBox="0 0 ${SIDE} ${SIDE}">${content}</svg>`;
}
