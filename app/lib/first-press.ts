/**
 * A handler of clicks for what must not be done twice: the second press of a double click comes before the screen can show that
 * the first one is under way.
 */
export function firstPress(run: () => void): (event: { detail: number }) => void {
  return ({ detail }) => {
    if (detail < 2) run();
  };
}
