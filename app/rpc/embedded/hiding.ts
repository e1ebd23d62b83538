import { AsyncLocalStorage } from 'node:async_hooks';

/** State of the call that is answered: true if personal data is left out (./personal-data.ts). */
export const hiding = new AsyncLocalStorage<boolean>();

/** True while a call of a token without personal data is answered; not in a stream that is read later. */
export function hidesPersonalData(): boolean {
  return hiding.getStore() === true;
}

/** Text that such a token gets in place of an e-mail address. */
export const ADDRESS_IN_PLACE = '(e-mail address)';

/** True for a text with what stands in place of an address: written back, it would take the address away. */
export function hasPlaceholder(text: string): boolean {
  return text.includes(ADDRESS_IN_PLACE) && hidesPersonalData();
}
