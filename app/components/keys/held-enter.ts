/**
 * A held Enter presses a button, follows a link or submits a form once: browsers do it again with every repeat of the key. It still makes
 * lines in a text area, and fields that handle Enter themselves see each repeat.
 */
export function ignoreHeldEnter(): void {
  addEventListener('keydown', (event) => {
    if (event.repeat && event.key === 'Enter' && !(event.target instanceof HTMLTextAreaElement))
      event.preventDefault();
  });
}
