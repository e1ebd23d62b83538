/** Between two texts the region is empty for this long: the same text again is a change, too. */
const EMPTY_MS = 100;

let region: HTMLElement | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Says a text to screen readers (a polite live region). In a closed shadow tree, so that a search in the page finds it once. */
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
