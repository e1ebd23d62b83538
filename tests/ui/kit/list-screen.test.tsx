import { queryOptions, type QueryKey } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { expect, test } from 'vitest';
import { ListScreen, type ScreenList } from '~/kit/list/list-screen';
import { ListTable } from '~/kit/list/list-table';
import { columnsOf } from '~/kit/table/table-features';
import {
  fieldsOf,
  readId,
  readList,
  readNumber,
  readText,
  type UnknownRecord,
} from '~/fields/reading';
import { listAnswer } from '~/rpc/queries';
import { renderScreen, rowTexts } from '../../support/on-screen';

interface Key {
  id: number;
  name: string;
}

interface Page {
  keys: Key[];
  total: number;
}

interface Query {
  search: string;
  page: number;
}

const { columns, column } = columnsOf<Key>();

const keyList: ScreenList<Key> = {
  heading: 'Keys',
  loading: 'Loading keys...',
  error: (message) => `Error loading keys: ${message}`,
  empty: { title: 'No keys yet' },
  noMatch: { title: 'No keys match' },
  columns: columns([
    column('id', 'ID', ({ id }) => id),
    column('name', 'Name', ({ name }) => name),
    column('length', 'Length', ({ name }) => name.length),
  ]),
};

const toKey = (key: UnknownRecord): Key => ({ id: readId(key.id) ?? 0, name: String(key.name) });

const readPage = (answer: unknown): Page => {
  const { keys, total } = fieldsOf(answer);
  return { keys: readList(keys, toKey), total: readNumber(total) ?? 0 };
};

const PAGES: Readonly<Record<number, Key[]>> = {
  1: [{ id: 1, name: 'Cellar' }],
  2: [{ id: 2, name: 'Roof' }],
};

/** A list that only shows, of a query that is declared as those of the rooms are. */
async function openKeys() {
  const answers = new Map<number, PromiseWithResolvers<Page>>();
  const answerTo = (page: number) => {
    const answer = answers.get(page) ?? Promise.withResolvers<Page>();
    answers.set(page, answer);
    return answer;
  };
  const list = ({ page }: Query) =>
    queryOptions({
      queryKey: ['condos', 'list', page],
      ...listAnswer('condos', async () => Response.json(await answerTo(page).promise), readPage),
    });
  const opened = await renderScreen((search: UnknownRecord) => (
    <ListScreen
      query={{ search: readText(search['search']) ?? '', page: readId(search['page']) ?? 1 }}
      renderFilters={() => null}
      list={list}
      rows={({ keys }) => keys}
      count={({ total }) => total}
      of={keyList}
      noun={['key', 'keys']}
    >
      {(rows) => <ListTable {...rows} caption="Keys" />}
    </ListScreen>
  ));
  const answer = (page: number) => answerTo(page).resolve({ keys: PAGES[page] ?? [], total: 2 });
  return { ...opened, answer };
}

test('the placeholder has the columns of the table, and the count is that of all pages', async () => {
  const { answer } = await openKeys();
  expect(await screen.findByText('Loading keys...')).toBeVisible();
  const bars = document.querySelector<HTMLElement>('.table-bars');
  expect(bars?.style.getPropertyValue('--columns')).toBe('3');
  answer(1);
  expect(await screen.findByText('2 keys')).toBeVisible();
  expect(rowTexts()).toEqual([
    ['ID', 'Name', 'Length'],
    ['1', 'Cellar', '6'],
  ]);
});

test('the rows stay while the next page loads', async () => {
  const { answer, router } = await openKeys();
  answer(1);
  await screen.findByText('Cellar');
  await router.navigate({ to: '.', search: { page: 2 } });
  expect(screen.getByRole('table', { name: 'Keys' })).toHaveAttribute('aria-busy', 'true');
  expect(screen.getByText('Cellar')).toBeVisible();
  answer(2);
  expect(await screen.findByText('Roof')).toBeVisible();
  expect(screen.queryByText('Cellar')).not.toBeInTheDocument();
});

/** Checked by the compiler: nobody can leave the count out. */
type Count = Pick<ComponentProps<typeof ListScreen<Query, Key, Page, Page, QueryKey>>, 'count'>;
const isCountRequired: object extends Count ? false : true = true;

test('a list without a count does not compile', () => {
  expect(isCountRequired).toBe(true);
});
