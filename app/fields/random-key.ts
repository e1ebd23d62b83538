const KEY_BYTES = 16;

/** Makes a unique key. crypto.randomUUID() is missing if the panel is served over plain http. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Makes the Idempotency-Keys of a form. The same content gets the same key, so that resending it after a
 * lost answer changes nothing twice.
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
