import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';

export const button = (name: string | RegExp) => screen.getByRole('button', { name });

export const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);

/** The dialog with this title, once it is open; any dialog without one. */
export const dialog = (title: string | RegExp = /./) =>
  screen.findByRole('dialog', { name: title });

export const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

/** Where the link with this name leads, once it is there. */
export async function hrefOf(name: string | RegExp): Promise<string | null> {
  return (await screen.findByRole('link', { name })).getAttribute('href');
}

export const textsOf = (elements: Iterable<Element>) =>
  Array.from(elements, ({ textContent }) => textContent);

/** The texts of the cells, row by row. */
export const rowTexts = (part: Pick<typeof screen, 'getAllByRole'> = screen) =>
  part.getAllByRole('row').map(({ children }) => textsOf(children));

/** A list of facts: its labels, each with the value beside it. */
export const factsOf = (part: Pick<typeof screen, 'getAllByRole'> = screen) =>
  Object.fromEntries(
    part
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  );

/** The value beside a label in a list of facts. */
export const fact = (label: string) =>
  screen.getByText(label, { selector: 'dt' }).nextElementSibling;
