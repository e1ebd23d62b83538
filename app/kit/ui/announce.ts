/** Time for which the region is empty between two texts, so that a repeated text is announced too. */
const EMPTY_MS = 100;

let region: HTMLElement | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Announces a text to screen readers in a polite live region. The region is in a closed shadow tree, so
 * that the browser's search does not find the text twice.
 */
export function announce(text: string): void {
  region ??= createRegion();
  const live = region;
  clearTimeout(timer);
  live.textContent = '';
  timer = setTimeout(() => (live.textContent = text), EMPTY_MS);
}

function createRegion(): HTMLElement {
  const host = document.createElement('live-region');
  host.className = 'sr-only';
  const live = document.createElement('p');
  live.setAttribute('aria-live', 'polite');
  host.attachShadow({ mode: 'closed' }).append(live);
  document.body.append(host);
  return live;
}
