import { createRandom } from '../random';
import { drawHouse, type HouseKind } from './houses';
import { drawGarden, drawLandscape, HEIGHT, LIGHTS, WIDTH } from './landscape';

/** A drawn view of a building, 1368 x 736; the same for the same number. */
export function drawBuilding(seed: number, kind: HouseKind): string {
  const random = createRandom(seed * 7919 + 17);
  const light = random.pick(LIGHTS);
  const landscape = drawLandscape(random, light);
  const house = drawHouse(random, light, kind);
  const garden = drawGarden(random, light, house.left, house.right);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${landscape}${house.svg}${garden}</svg>`;
}
