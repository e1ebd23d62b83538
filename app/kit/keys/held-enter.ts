/** A held Enter presses, follows or submits only once. In a text area it repeats. */
export function ignoreHeldEnter(): void {
  addEventListener('keydown', (event) => {
    if (event.repeat && event.key === 'Enter' && !(event.target instanceof HTMLTextAreaElement))
      event.preventDefault();
  });
}
