import { useSyncExternalStore } from 'react';
import { currentLanguage, subscribeLanguage, type Language } from './texts';

/** The current language. Its readers render again when it changes or more of its texts are loaded. */
export function useLanguage(): Language {
  return useSyncExternalStore(subscribeLanguage, currentLanguage, currentLanguage);
}
