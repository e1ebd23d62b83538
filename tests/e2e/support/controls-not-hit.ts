/**
 * Returns the visible controls of a page, disabled ones too, whose centre a press would miss because
 * another element covers it. Parts of the control itself are no cover. Neither are sticky and fixed
 * parts of the page (a header, a bar, a menu, a toast), which are meant to cover what scrolls below
 * them. Runs in the page.
 */
export function controlsNotHit(): string[] {
  const CONTROLS =
    'a[href], button, input, select, textarea, summary, [role=checkbox], [role=menuitem], [role=gridcell][tabindex]';

  const missed: string[] = [];
  for (const control of document.querySelectorAll(CONTROLS)) {
    // A link that is broken into lines has no centre of its own.
    const { left, top, width, height } = control.getClientRects()[0] ?? new DOMRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const isInSight = x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
    if (width * height < 4 || !isInSight || !control.checkVisibility({ visibilityProperty: true }))
      continue;
    const ancestors: Element[] = [];
    for (let at = control.parentElement; at && at !== document.body; at = at.parentElement)
      ancestors.push(at);
    const isCut = ancestors.some((at) => {
      const { overflowX, overflowY, clipPath } = getComputedStyle(at);
      const box = at.getBoundingClientRect();
      const isBeside = overflowX !== 'visible' && (x < box.left || x > box.right);
      const isAboveOrBelow = overflowY !== 'visible' && (y < box.top || y > box.bottom);
      return clipPath !== 'none' || isBeside || isAboveOrBelow;
    });
    if (isCut) continue;
    const hit = document.elementFromPoint(x, y);
    // No element at all: a fraction of a pixel outside of the window.
    if (!hit) continue;
    if (control.contains(hit) || hit.closest('label')?.contains(control)) continue;
    let cover: Element | null = hit;
    while (cover && !['sticky', 'fixed'].includes(getComputedStyle(cover).position))
      cover = cover.parentElement;
    if (cover && !cover.contains(control)) continue;
    const name = control.ariaLabel ?? control.textContent;
    missed.push(`${control.tagName} ${name} is below ${hit.outerHTML.slice(0, 120)}`);
  }
  return missed;
}
