let open: (() => void) | undefined;

/** Registers what shows the list of keys; returns the function that removes it. */
export function onOpenKeyHelp(show: () => void): () => void {
  open = show;
  return () => (open = undefined);
}

/** Shows the list of keys, from wherever it is asked for. */
export function openKeyHelp(): void {
  open?.();
}
