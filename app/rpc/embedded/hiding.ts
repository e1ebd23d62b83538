import { AsyncLocalStorage } from 'node:async_hooks';

/** State of the current call: true if personal data is left out of its answer (./personal-data.ts). */
export const hiding = new AsyncLocalStorage<boolean>();

/** True while a call of a token without personal data is answered, but not in a stream that is read later. */
export function hidesPersonalData(): boolean {
  return hiding.getStore() === true;
}

/** Text that replaces an e-mail address in answers to such a token. */
export const ADDRESS_IN_PLACE = '(e-mail address)';

/** True if the text has the placeholder of a hidden address. Saving it would overwrite the address. */
export function hasPlaceholder(text: string): boolean {
  return text.includes(ADDRESS_IN_PLACE) && hidesPersonalData();
}
