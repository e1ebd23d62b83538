import { createElement, Fragment, type ReactNode, useSyncExternalStore } from 'react';
import { template, translate, currentLanguage, subscribeLanguage, type Language } from './texts';

/**
 * The current language. Components that call this render again when it changes or more of its texts are
 * loaded.
 */
export function useLanguage(): Language {
  return useSyncExternalStore(subscribeLanguage, currentLanguage, currentLanguage);
}

/** A text with elements in it: rich`Delete ${<b>{name}</b>}?` */
export function rich(strings: TemplateStringsArray, ...values: ReactNode[]): ReactNode {
  const nodes = translate(template(strings))
    .split(/\{(\d)\}/)
    .map((part, index) => (index % 2 === 1 ? values[Number(part)] : part));
  return createElement(Fragment, null, ...nodes);
}
