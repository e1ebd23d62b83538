import { screen, within } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { beforeEach } from 'vitest';
import { BulkPage } from '~/imports/screens/bulk-page';
import { must } from './must';
import { renderScreen, type OpenedScreen } from './on-screen';
import type { StubCall } from './stub-api';
import { api } from './stub-transport';

export const VALIDATE = 'POST /admin/bulk-validate';
export const CREATE = 'POST /admin/bulk-create';

export const VIEWS = '/admin/saved-views';
/** Nobody has stored a mapping of columns. */
beforeEach(() => {
  api.serve({ [VIEWS]: [] });
  api.on(`POST ${VIEWS}`, () => ({ status: 201, body: {} }));
});

/** The import's page, and what people do there. */
export async function openImport(props: ComponentProps<typeof BulkPage> = {}) {
  const shown = await renderScreen(<BulkPage {...props} />);
  return { ...shown, ...importSteps(shown) };
}

export function importSteps({ user, press }: OpenedScreen) {
  return {
    /** Picks a file, of another type where one is given, and has it validated. */
    validate: async (file = new File(['x'], 'units.csv'), type?: string) => {
      if (type !== undefined) await user.selectOptions(screen.getByLabelText('Upload Type'), type);
      await user.upload(screen.getByLabelText('File'), file);
      await press('Validate File');
    },
    create: () => press('Create Entries for Valid Rows'),
  };
}

/** A file that the panel reads waits for a process that lets all others go first, however busy they are. */
export const READING_LIMIT_MS = 5 * 60_000;

/** The review of a file that the panel reads. */
export const findReview = (): Promise<HTMLElement> =>
  screen.findByRole('region', { name: 'Review' }, { timeout: READING_LIMIT_MS });

/** The text of the file that a call has sent. */
export async function sentFile(call: StubCall | undefined): Promise<string> {
  const file = must(call?.form?.file, 'file');
  return file instanceof File ? file.text() : file;
}

/** A cell of the row editor: row 0 has the headings, cell 0 is the error. */
export function gridCell(row: number, column: number): HTMLElement {
  const grid = screen.getByRole('grid', { name: 'Invalid rows' });
  const cells = must(within(grid).getAllByRole('row')[row], `row ${row}`);
  return must(within(cells).getAllByRole('gridcell')[column], `cell ${column} of row ${row}`);
}
