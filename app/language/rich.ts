import { createElement, Fragment, type ReactNode } from 'react';
import { template, translate } from './texts';

/** A text with elements in it: rich`Delete ${<b>{name}</b>}?` */
export function rich(strings: TemplateStringsArray, ...values: ReactNode[]): ReactNode {
  const nodes = translate(template(strings))
    .split(/\{(\d)\}/)
    .map((part, index) => (index % 2 === 1 ? values[Number(part)] : part));
  return createElement(Fragment, null, ...nodes);
}
