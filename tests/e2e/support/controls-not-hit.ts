/**
 * The visible controls of a page, disabled ones too, whose centre a press would miss: something lies above them that is neither
 * a part of them nor a sticky or fixed part of the page (a header, a bar, a menu, a toast), which is meant to cover what scrolls
 * below it. Runs in the page.
 */
export function controlsNotHit(): string[] {
  const CONTROLS =
    'a[href], button, input, select, textarea, summary, [role=checkbox], [role=menuitem], [role=gridcell][tabindex]';

  function stuckTo(element: Element | null): Element | null {
    let at = element;
    while (at && !['sticky', 'fixed'].includes(getComputedStyle(at).position))
      at = at.parentElement;
    return at;
  }

  function isCut(control: Element, x: number, y: number): boolean {
    for (let at = control.parentElement; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY, clipPath } = getComputedStyle(at);
      const { left, right, top, bottom } = at.getBoundingClientRect();
      if (clipPath !== 'none') return true;
      if (overflowX !== 'visible' && (x < left || x > right)) return true;
      if (overflowY !== 'visible' && (y < top || y > bottom)) return true;
    }
    return false;
  }

  const missed: string[] = [];
  for (const control of document.querySelectorAll(CONTROLS)) {
    // A link that is broken into lines has no centre of its own.
    const { left, top, width, height } = control.getClientRects()[0] ?? new DOMRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const isInSight = x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
    if (width * height < 4 || !isInSight || !control.checkVisibility({ visibilityProperty: true }))
      continue;
    if (isCut(control, x, y)) continue;
    const hit = document.elementFromPoint(x, y);
    if (control.contains(hit) || hit?.closest('label')?.contains(control)) continue;
    const cover = stuckTo(hit);
    if (cover && !cover.contains(control)) continue;
    const name = control.ariaLabel ?? control.textContent;
    missed.push(`${control.tagName} ${name} is below ${hit?.outerHTML.slice(0, 120)}`);
  }
  return missed;
}
