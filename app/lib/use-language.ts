import { useSyncExternalStore } from 'react';
import { currentLanguage, subscribeLanguage } from './texts';

/** The code of the language. Whoever asks is rendered again in another one, with all that it renders. */
export function useLanguage(): string {
  return useSyncExternalStore(subscribeLanguage, currentCode, currentCode);
}

function currentCode(): string {
  return currentLanguage().code;
}
