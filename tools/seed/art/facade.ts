import type { Random } from '../random';
import { GROUND, type Light } from './landscape';
import { circle, rect } from './svg';

export interface Facade {
  left: number;
  top: number;
  width: number;
  height: number;
  columns: number;
  rows: number;
}

export const WALLS = [
  '#f3ead9',
  '#e9d7c0',
  '#f6f1e7',
  '#e7c9a9',
  '#d9dfe3',
  '#efe0b9',
  '#e4bfae',
  '#cfd8cf',
] as const;
export const ROOFS = ['#9c4a36', '#7d3f33', '#5b5f66', '#6e4b3a', '#444a52'] as const;
export const SHUTTERS = ['#3f6f57', '#8a3b34', '#3d5f86', '#7a5a3a'] as const;
const LIT = '#ffd98a';

export const shadow = (left: number, width: number) =>
  `<ellipse cx="${left + width / 2}" cy="${GROUND + 8}" rx="${width * 0.56}" ry="16" fill="#000" opacity=".16"/>`;

export function glass(random: Random, light: Light): string {
  if (light.evening && random.chance(0.55)) return LIT;
  return random.pick(['#8fb3c9', '#a3c3d4', '#7ea4bd']);
}

export type Opening = (x: number, y: number, width: number, height: number) => string;

/** Calls `draw` for each window's place; the ground floor's middle is left for the door. */
export function forOpenings(
  { left, top, width, height, columns, rows }: Facade,
  draw: Opening,
): string {
  const [cellWidth, cellHeight] = [width / columns, height / rows];
  const parts: string[] = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const isDoor = row === rows - 1 && column === Math.floor(columns / 2);
      if (!isDoor) {
        parts.push(
          draw(
            left + (column + 0.24) * cellWidth,
            top + (row + 0.22) * cellHeight,
            cellWidth * 0.52,
            cellHeight * 0.56,
          ),
        );
      }
    }
  }
  return parts.join('');
}

export function drawDoor({ left, width, height, columns, rows }: Facade, colour: string): string {
  const doorWidth = Math.min(46, (width / columns) * 0.5);
  const doorHeight = Math.min(84, (height / rows) * 0.78);
  const x = left + ((Math.floor(columns / 2) + 0.5) * width) / columns - doorWidth / 2;
  return (
    rect(x, GROUND - doorHeight, doorWidth, doorHeight, colour, 'rx="3"') +
    circle(x + doorWidth * 0.82, GROUND - doorHeight * 0.48, 2.6, '#f2d489')
  );
}
