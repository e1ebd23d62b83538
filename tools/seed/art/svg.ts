/** Small helpers for drawing: all coordinates are pixels of the picture. */
export type Point = readonly [x: number, y: number];

export const rect = (
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  more = '',
) =>
  `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${width.toFixed(1)}" height="${height.toFixed(1)}" fill="${fill}" ${more}/>`;

export const polygon = (points: readonly Point[], fill: string, more = '') =>
  `<polygon points="${points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}" fill="${fill}" ${more}/>`;

export const circle = (x: number, y: number, radius: number, fill: string, more = '') =>
  `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${radius.toFixed(1)}" fill="${fill}" ${more}/>`;

/** A vertical gradient for `fill="url(#id)"`. */
export const gradient = (id: string, top: string, bottom: string) =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient>`;

/** Mixes a colour (#rrggbb) with black (negative) or white (positive), by a share from -1 to 1. */
export function shade(colour: string, share: number): string {
  const target = share < 0 ? 0 : 255;
  const parts = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16);
    const mixed = Math.round(value + (target - value) * Math.abs(share));
    return mixed.toString(16).padStart(2, '0');
  });
  return `#${parts.join('')}`;
}
