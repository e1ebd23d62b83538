/** Pages shown on either side of the current one. */
const NEIGHBOURS = 2;

export type PageItem = number | 'ellipsis';

/**
 * The items of the page-number control: first and last page, up to two pages either side of the current one, and ellipses
 * for the pages left out between them. Empty for one page or fewer: the control is hidden then.
 */
export function pageItems(current: number, total: number): PageItem[] {
  if (!(total > 1)) return [];
  const middle = Math.min(Math.max(current, 1), total);
  const pages = new Set([1]);
  for (let page = middle - NEIGHBOURS; page <= middle + NEIGHBOURS; page += 1) {
    if (page >= 1 && page <= total) pages.add(page);
  }
  pages.add(total);
  return [...pages].flatMap((page, index, all): PageItem[] =>
    page - (all[index - 1] ?? 0) > 1 ? ['ellipsis', page] : [page],
  );
}
