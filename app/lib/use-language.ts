import { useSyncExternalStore } from 'react';
import { currentLanguage, subscribeLanguage, type Language } from './texts';

/** The language. Whoever asks is rendered again in another one and when more of its texts have come, with all that it renders. */
export function useLanguage(): Language {
  return useSyncExternalStore(subscribeLanguage, currentLanguage, currentLanguage);
}
