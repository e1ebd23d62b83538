/**
 * The shared layer of modal windows. Radix's own overlay is not used: it stops the page from scrolling by injecting a style
 * element, which the Content-Security-Policy blocks. `data-modal-layer` does the same from styles.css.
 */
export function Overlay() {
  return <div aria-hidden className="fixed inset-0 z-40 animate-fade-in bg-scrim" />;
}

/** The panel of a modal window: centred, scrolls inside itself on small screens. */
export const DIALOG_PANEL =
  'fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 animate-rise-in overflow-y-auto rounded-xl border border-line bg-surface p-6 text-ink shadow-float focus:outline-none';
