import type { Random } from '../random';
import {
  drawDoor,
  forOpenings,
  glass,
  ROOFS,
  shadow,
  SHUTTERS,
  WALLS,
  type Facade,
  type Opening,
} from './facade';
import { GROUND, WIDTH, type Light } from './landscape';
import { circle, polygon, rect, shade } from './svg';

/** A drawn house and where it stands, for the garden around it. */
export interface House {
  svg: string;
  left: number;
  right: number;
}

/** A block of flats with a balcony for each window. */
function drawBlock(random: Random, light: Light): House {
  const rows = random.int(4, 6);
  const columns = random.int(5, 8);
  const facade = {
    left: 0,
    top: 0,
    width: columns * random.int(78, 92),
    height: rows * 72,
    columns,
    rows,
  };
  facade.left = (WIDTH - facade.width) / 2 + random.int(-120, 120);
  facade.top = GROUND - facade.height;
  const wall = random.pick(WALLS);
  const accent = shade(wall, -0.28);
  const { left, top, width, height } = facade;
  const windows = forOpenings(facade, (x, y, w, h) =>
    [
      rect(x, y, w, h, glass(random, light)),
      rect(x + w / 2 - 1.5, y, 3, h, shade(wall, 0.5)),
      rect(x - 9, y + h - 12, w + 18, 17, accent, 'opacity=".92"'),
      rect(x - 9, y + h - 14, w + 18, 3, shade(accent, -0.3)),
    ].join(''),
  );
  return {
    left,
    right: left + width,
    svg: [
      shadow(left, width),
      rect(left, top, width, height, wall),
      rect(left + width * 0.8, top, width * 0.2, height, '#000', 'opacity=".06"'),
      rect(left - 12, top - 14, width + 24, 16, shade(wall, -0.45)),
      windows,
      drawDoor(facade, shade(wall, -0.55)),
    ].join(''),
  };
}

/** A slim tower of glass beside a lower wing. */
function drawTower(random: Random, light: Light): House {
  const rows = random.int(8, 11);
  const facade = {
    left: random.int(420, 640),
    top: GROUND - rows * 44,
    width: random.int(210, 270),
    height: rows * 44,
    columns: 5,
    rows,
  };
  const wall = random.pick(['#dfe6ea', '#cdd6dc', '#ece7de', '#5f6b75']);
  const wing = {
    left: facade.left + facade.width - 6,
    top: GROUND - 132,
    width: random.int(240, 330),
    height: 132,
    columns: 6,
    rows: 3,
  };
  const pane: Opening = (x, y, w, h) => rect(x - w * 0.3, y, w * 1.6, h, glass(random, light));
  return {
    left: facade.left,
    right: wing.left + wing.width,
    svg: [
      shadow(facade.left, wing.left + wing.width - facade.left),
      rect(wing.left, wing.top, wing.width, wing.height, shade(wall, -0.12)),
      forOpenings(wing, pane),
      rect(wing.left, wing.top - 8, wing.width + 6, 8, shade(wall, -0.4)),
      rect(facade.left, facade.top, facade.width, facade.height, wall),
      forOpenings(facade, pane),
      rect(
        facade.left + facade.width * 0.74,
        facade.top,
        facade.width * 0.26,
        facade.height,
        '#000',
        'opacity=".08"',
      ),
      rect(facade.left - 4, facade.top - 10, facade.width + 8, 10, shade(wall, -0.45)),
      drawDoor(facade, shade(wall, -0.6)),
    ].join(''),
  };
}

/** Old town houses wall to wall, each in its own colour, with shutters and a tiled roof. */
function drawTownHouses(random: Random, light: Light): House {
  const count = random.int(3, 4);
  const widths = Array.from({ length: count }, () => random.int(190, 250));
  const total = widths.reduce((sum, width) => sum + width, 0);
  const start = (WIDTH - total) / 2 + random.int(-80, 80);
  let left = start;
  const houses = widths.map((width) => {
    const rows = random.int(3, 5);
    const facade = { left, top: GROUND - rows * 78, width, height: rows * 78, columns: 3, rows };
    left += width;
    return drawTownHouse(random, light, facade);
  });
  return { left: start, right: start + total, svg: shadow(start, total) + houses.join('') };
}

function drawTownHouse(random: Random, light: Light, facade: Facade): string {
  const { left, top, width, height } = facade;
  const wall = random.pick(WALLS);
  const roof = random.pick(ROOFS);
  const shutter = random.pick(SHUTTERS);
  const peak = top - random.int(60, 105);
  return [
    rect(left + width * 0.7, peak - 6, 22, 60, shade(roof, -0.25)),
    polygon(
      [
        [left - 8, top + 2],
        [left + width / 2, peak],
        [left + width + 8, top + 2],
      ],
      roof,
    ),
    rect(left, top, width, height, wall),
    rect(left, top, width, 7, shade(wall, -0.2)),
    forOpenings(facade, (x, y, w, h) =>
      [
        rect(x - 3, y - 3, w + 6, h + 6, shade(wall, 0.55)),
        rect(x, y, w, h, glass(random, light)),
        rect(x + w / 2 - 1, y, 2, h, shade(wall, 0.55)),
        rect(x - w * 0.34, y - 2, w * 0.28, h + 4, shutter),
        rect(x + w * 1.06, y - 2, w * 0.28, h + 4, shutter),
      ].join(''),
    ),
    drawDoor(facade, shade(shutter, -0.3)),
    circle(left + width / 2, top - (top - peak) * 0.4, 11, glass(random, light)),
  ].join('');
}

/** A wide wooden chalet under a roof with deep eaves. */
function drawChalet(random: Random, light: Light): House {
  const rows = 3;
  const facade = {
    left: 0,
    top: GROUND - rows * 84,
    width: random.int(470, 580),
    height: rows * 84,
    columns: 5,
    rows,
  };
  facade.left = (WIDTH - facade.width) / 2 + random.int(-110, 110);
  const { left, top, width, height } = facade;
  const wood = random.pick(['#8a5a36', '#9b6a41', '#744a2d']);
  const peak = top - random.int(90, 130);
  const boards = Array.from({ length: 12 }, (_, index) =>
    rect(left, top + index * 14, width, 1.6, shade(wood, -0.25), 'opacity=".6"'),
  );
  return {
    left: left - 60,
    right: left + width + 60,
    svg: [
      shadow(left, width),
      polygon(
        [
          [left, top],
          [left + width / 2, peak + 12],
          [left + width, top],
        ],
        shade(wood, -0.1),
      ),
      rect(left, top, width, height, wood),
      boards.join(''),
      rect(left, GROUND - 84, width, 84, '#efe8dc'),
      forOpenings(facade, (x, y, w, h) =>
        [
          rect(x, y, w, h, glass(random, light)),
          rect(x + w / 2 - 1.5, y, 3, h, '#f7f1e4'),
          rect(x - 11, y, 9, h, '#a8322a'),
          rect(x + w + 2, y, 9, h, '#a8322a'),
          rect(x - 6, y + h + 3, w + 12, 7, '#5f9a4f'),
          circle(x + w * 0.25, y + h + 3, 4, '#e2463f'),
          circle(x + w * 0.7, y + h + 3, 4, '#e2463f'),
        ].join(''),
      ),
      rect(left - 14, GROUND - 92, width + 28, 10, shade(wood, -0.3)),
      polygon(
        [
          [left - 62, top + 34],
          [left + width / 2, peak - 14],
          [left + width + 62, top + 34],
          [left + width + 50, top + 46],
          [left + width / 2, peak + 14],
          [left - 50, top + 46],
        ],
        shade(wood, -0.45),
      ),
      circle(left + width / 2, top - (top - peak) * 0.35, 15, glass(random, light)),
      drawDoor(facade, shade(wood, -0.4)),
    ].join(''),
  };
}

/** Flats in steps up a slope, each with a planted terrace. */
function drawTerraces(random: Random, light: Light): House {
  const steps = random.int(4, 5);
  const wall = random.pick(['#f6f3ec', '#efe6d8', '#e3e6e4']);
  const [start, width, rise] = [random.int(220, 330), random.int(560, 660), 74];
  const levels = Array.from({ length: steps }, (_, index) => {
    const left = start + (steps - 1 - index) * 74;
    const top = GROUND - (steps - index) * rise;
    const panes = Array.from({ length: 5 }, (_pane, pane) =>
      rect(
        left + 26 + pane * (width / 5.4),
        top + 18,
        width / 6.6,
        rise - 30,
        glass(random, light),
      ),
    );
    const plants = Array.from({ length: 7 }, (_plant, plant) =>
      circle(
        left + 10 + plant * (width / 7),
        top + rise - 6,
        random.int(7, 13),
        shade('#4f8f4a', random.next() * 0.3),
      ),
    );
    return [
      rect(left, top, width, rise, shade(wall, -index * 0.03)),
      rect(left - 16, top - 7, width + 32, 9, shade(wall, -0.35)),
      panes.join(''),
      rect(left - 10, top + rise - 14, width + 14, 14, shade(wall, -0.16)),
      plants.join(''),
    ].join('');
  });
  const right = start + (steps - 1) * 74 + width;
  const slope = polygon(
    [
      [start - 60, GROUND + 6],
      [right - width - 40, GROUND - steps * rise],
      [right + 40, GROUND - steps * rise - 10],
      [right + 140, GROUND + 6],
    ],
    shade(light.hill, -0.08),
  );
  return { left: start, right, svg: slope + levels.join('') };
}

const KINDS = [drawBlock, drawTownHouses, drawTerraces, drawTower, drawChalet] as const;
export type HouseKind = 0 | 1 | 2 | 3 | 4;

export function drawHouse(random: Random, light: Light, kind: HouseKind): House {
  return KINDS[kind](random, light);
}
