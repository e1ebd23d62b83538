const KEY_BYTES = 16;

/** A unique key. crypto.randomUUID() is missing where the panel is served over plain http. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Makes the Idempotency-Keys of a form: the same one again for the same content, so that what is sent again
 * after a lost answer happens once.
 */
export function idempotencyKeys(): (content: unknown) => string {
  const last = { text: '', key: '' };
  return (content) => {
    const text = JSON.stringify(content);
    if (last.text !== text) Object.assign(last, { text, key: randomKey() });
    return last.key;
  };
}

const FORM = /^[0-9a-f]{32}$/;

export function isRandomKey(key: unknown): key is string {
  return typeof key === 'string' && FORM.test(key);
}
