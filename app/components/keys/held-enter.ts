/** A held Enter presses, follows or submits once, not with each repeat of the key; in a text area it makes lines. */
export function ignoreHeldEnter(): void {
  addEventListener('keydown', (event) => {
    if (event.repeat && event.key === 'Enter' && !(event.target instanceof HTMLTextAreaElement))
      event.preventDefault();
  });
}
