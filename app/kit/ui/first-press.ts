/** A handler of clicks for what must not be done twice: it leaves out the second press of a double click. */
export function firstPress(run: () => void): (event: { detail: number }) => void {
  return ({ detail }) => {
    if (detail < 2) run();
  };
}
