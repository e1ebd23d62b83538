import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ComponentProps } from 'react';
import catalogues from 'virtual:catalogues';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DataTable } from '~/kit/table/data-table';
import { RowActions } from '~/kit/table/row-actions';
import { columnsOf } from '~/kit/table/table-features';
import { ENGLISH, setLanguage, translate } from '~/language/texts';
import { must } from '../../support/must';
import { textsOf } from '../../support/on-screen';

interface Building {
  id: number;
  name: string;
}

const { column, columns: tableColumns, actions } = columnsOf<Building>();
const columns = tableColumns([
  column('id', 'ID', ({ id }) => id, { sortable: true, numeric: true }),
  column('name', 'Name', ({ name }) => name, { sortable: true }),
  column('actions', 'Actions', ({ id }) => <button>Delete {id}</button>),
]);

const buildings = (count: number): Building[] =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `Building ${index + 1}` }));

const FEW = buildings(3);
const MANY = buildings(10_000);

const table = (props: Partial<ComponentProps<typeof DataTable<Building>>> = {}) => (
  <main>
    <DataTable caption="Buildings" columns={columns} data={FEW} {...props} />
  </main>
);

const header = (name: string) => screen.getByRole('columnheader', { name });
const bodyRows = () =>
  screen
    .getAllByRole('row')
    .filter((row) => row.querySelector('td') && !row.hasAttribute('aria-hidden'));

test('is a real table with a name, headers and rows', () => {
  render(table());
  expect(screen.getByRole('table', { name: 'Buildings' })).toHaveAttribute('aria-rowcount', '4');
  // The heading of its card says the name.
  expect(screen.queryByText('Buildings')).not.toBeInTheDocument();
  expect(textsOf(screen.getAllByRole('columnheader'))).toEqual(['ID', 'Name', 'Actions']);
  expect(bodyRows().map((row) => row.getAttribute('aria-rowindex'))).toEqual(['2', '3', '4']);
  expect(
    within(must(bodyRows()[1], 'second row')).getByRole('cell', { name: 'Building 2' }),
  ).toBeVisible();
});

test('the sorted column says so and alone has an icon', () => {
  const { rerender } = render(table({ sort: { by: 'name', order: 'asc' } }));
  expect(header('Name')).toHaveAttribute('aria-sort', 'ascending');
  expect(header('ID')).toHaveAttribute('aria-sort', 'none');
  expect(header('Actions')).not.toHaveAttribute('aria-sort');
  expect(header('Name').querySelectorAll('svg')).toHaveLength(1);
  expect(header('ID').querySelectorAll('svg')).toHaveLength(0);

  rerender(table({ sort: { by: 'id', order: 'desc' } }));
  expect(header('ID')).toHaveAttribute('aria-sort', 'descending');
  expect(header('Name').querySelectorAll('svg')).toHaveLength(0);
});

test('sortable headers are buttons that name their column', async () => {
  const onSort = vi.fn<(column: string) => void>();
  render(table({ onSort }));
  await userEvent.click(screen.getByRole('button', { name: 'ID' }));
  expect(onSort.mock.calls).toEqual([['id']]);
  expect(within(header('Actions')).queryByRole('button')).not.toBeInTheDocument();
});

test('while the page scrolls, more rows are rendered ahead than behind', async () => {
  render(table({ data: MANY }));
  // Spare rows come after the first paint.
  await waitFor(() => expect(spareRowsAround(0).below).toBeGreaterThan(0));
  scrollPageTo(2_000 * 44);
  scrollPageTo(2_003 * 44);
  const down = spareRowsAround(2_003);
  expect(down.below).toBeGreaterThan(2 * down.above);

  scrollPageTo(2_000 * 44);
  const up = spareRowsAround(2_000);
  expect(up.above).toBeGreaterThan(2 * up.below);
  scrollPageTo(0);
});

test('each record keeps its element, and with it what its cells hold, in any order', () => {
  const { rerender } = render(table());
  const elements = bodyRows();
  rerender(table({ data: FEW.toReversed() }));
  expect(names()).toEqual(['Building 3', 'Building 2', 'Building 1']);
  expect(bodyRows()).toEqual(elements.toReversed());

  rerender(table({ data: [...buildings(4).slice(2, 4), ...FEW.slice(0, 1)] }));
  expect(names()).toEqual(['Building 3', 'Building 4', 'Building 1']);
  expect(bodyRows()[0]).toBe(elements[2]);
  expect(bodyRows()[2]).toBe(elements[0]);
});

test('a row with the focus keeps its element in another order, and takes the focus along when it is gone', () => {
  const { rerender } = render(table());
  const button = screen.getByRole('button', { name: 'Delete 3' });
  button.focus();
  rerender(table({ data: FEW.toReversed() }));
  expect(names()).toEqual(['Building 3', 'Building 2', 'Building 1']);
  expect(button).toHaveFocus();
  expect(button).toHaveTextContent('Delete 3');

  rerender(table({ data: FEW.slice(0, 2) }));
  expect(names()).toEqual(['Building 1', 'Building 2']);
  expect(button).not.toBeInTheDocument();
  // The row that is at its place now, and never another row's button.
  expect(bodyRows()[0]).toHaveFocus();
  // Also where the button was pressed by the mouse, and the browser would show no ring.
  expect(bodyRows()[0]).toHaveAttribute('data-focus-ring');
  act(() => bodyRows()[0]?.blur());
  expect(bodyRows()[0]).not.toHaveAttribute('data-focus-ring');
});

const unitColumns = tableColumns([
  column('floor', 'Floor', ({ id }) => id, { width: '4.25rem', narrow: '5.25rem' }),
  column('name', 'Name', ({ name }) => name),
  actions(
    '10rem',
    ({ id }) => (
      <RowActions
        about={`${id}`}
        actions={['Edit', 'Delete'].map((label) => ({ label: translate(label) }))}
      />
    ),
    { narrow: '5rem', words: ['Edit', 'Delete'] },
  ),
]);

/** Renders the table in a language, in a window of this width. */
function unitTable(code: string, widthPx: number) {
  setLanguage({ code, texts: catalogues[code] ?? null });
  onTestFinished(() => setLanguage(ENGLISH));
  const query = (text: string) => {
    const [, rem] = /width < ([\d.]+)rem/.exec(text) ?? [];
    return rem !== undefined && widthPx < Number(rem) * 16;
  };
  const media = window.matchMedia;
  vi.spyOn(window, 'matchMedia').mockImplementation((text) =>
    Object.assign(media(text), { matches: query(text) }),
  );
  const { container } = render(
    <DataTable caption="Units" columns={unitColumns} data={buildings(1)} />,
  );
  return {
    buttons: textsOf(screen.queryAllByRole('button')).filter(Boolean),
    floorWidth: container.querySelector('col')?.style.width,
  };
}

test.each([
  ['en', 1280, ['Edit', 'Delete'], '4.25rem'],
  ['en', 1279, [], '5.25rem'],
  // "Stockwerk" has its room, and the words come where there is room for them.
  ['de-CH', 1440, ['Bearbeiten', 'Löschen'], 'calc(5.89rem)'],
  ['de-CH', 1300, [], 'calc(5.89rem)'],
  ['fr-CH', 1440, ['Modifier', 'Supprimer'], '4.25rem'],
  ['it-CH', 1440, ['Modifica', 'Elimina'], '4.25rem'],
])('in %s at %i px a row has %j, and headings are not cut', (code, widthPx, words, width) => {
  const { buttons, floorWidth } = unitTable(code, widthPx);
  expect(buttons).toEqual(words);
  expect(floorWidth).toBe(width);
});

test('a list that grows long or short keeps the elements of its rows', () => {
  const { rerender } = render(table({ data: MANY }));
  const first = bodyRows()[0];
  rerender(table({ data: MANY.slice(0, 3) }));
  expect(names()).toEqual(['Building 1', 'Building 2', 'Building 3']);
  expect(bodyRows()[0]).toBe(first);
  rerender(table({ data: MANY }));
  expect(bodyRows()[0]).toBe(first);
  expect(bodyRows().length).toBeGreaterThan(window.innerHeight / 44);
});

const names = () => bodyRows().map((row) => row.querySelectorAll('td')[1]?.textContent);

/** Returns the numbers of rendered rows above and below the visible ones. */
function spareRowsAround(first: number): { above: number; below: number } {
  const last = first + Math.ceil(window.innerHeight / 44) - 1;
  const indexes = bodyRows().map((row) => Number(row.getAttribute('aria-rowindex')) - 2);
  return { above: first - Math.min(...indexes), below: Math.max(...indexes) - last };
}

function scrollPageTo(top: number): void {
  Object.defineProperty(window, 'scrollY', { value: top, configurable: true });
  fireEvent.scroll(window);
}

test('while newer rows are on the way, the ones shown stay', () => {
  render(table({ busy: true }));
  expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true');
  expect(bodyRows()).toHaveLength(3);
});

test('without rows it says what that means', () => {
  render(table({ data: [], empty: <p>None yet</p> }));
  expect(screen.getByText('None yet')).toBeVisible();
  expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '1');
});

test('rows expand and carry classes of their own', () => {
  render(
    table({
      rowClass: ({ id }) => (id === 2 ? 'inactive' : undefined),
      renderDetail: ({ id }) => (id === 2 ? <p>Details of 2</p> : null),
    }),
  );
  const expanded = screen.getByText('Details of 2').closest('tr');
  expect(expanded?.previousElementSibling).toHaveTextContent('Building 2');
  expect(expanded?.previousElementSibling).toHaveClass('inactive');
  expect(screen.getByText('Building 1').closest('tr')).not.toHaveClass('inactive');
});

function ShrinkingTable({ removedId }: { removedId: number }) {
  const [data, setData] = useState(FEW);
  return (
    <main>
      <h1 tabIndex={-1}>All Buildings</h1>
      <DataTable caption="Buildings" columns={columns} data={data} />
      <button onClick={() => setData(data.filter(({ id }) => id !== removedId))}>Reload</button>
    </main>
  );
}

test('when a row goes with the focus in it, the focus is on the row at its place, else the one before, else the heading', async () => {
  const user = userEvent.setup();
  const { rerender } = render(<ShrinkingTable removedId={2} />);
  async function remove(id: number) {
    rerender(<ShrinkingTable removedId={id} />);
    await user.click(screen.getByRole('button', { name: `Delete ${id}` }));
    act(() => screen.getByRole('button', { name: 'Reload' }).click());
    expect(screen.queryByRole('button', { name: `Delete ${id}` })).not.toBeInTheDocument();
  }
  await remove(2);
  expect(screen.getByText('Building 3').closest('tr')).toHaveFocus();
  await remove(3);
  expect(screen.getByText('Building 1').closest('tr')).toHaveFocus();
  await remove(1);
  expect(screen.getByRole('heading')).toHaveFocus();
});

test('with another list only new and moved rows render again', async () => {
  const rendered: number[] = [];
  const counted = tableColumns([
    column('name', 'Name', ({ id, name }) => {
      rendered.push(id);
      return name;
    }),
  ]);
  const { rerender } = render(table({ columns: counted }));
  await waitFor(() => expect(bodyRows()).toHaveLength(3));
  rendered.length = 0;
  rerender(table({ columns: counted, data: FEW.with(1, { id: 2, name: 'Changed' }) }));
  expect(bodyRows()[1]).toHaveTextContent('Changed');
  expect(rendered).toEqual([2]);
});

const ofOneId = (...given: string[]) => table({ data: given.map((name) => ({ id: 1, name })) });

test('a row that is gone goes, also where another one has the same id', async () => {
  const { rerender } = render(ofOneId('First', 'Second', 'Third'));
  await waitFor(() => expect(bodyRows()).toHaveLength(3));
  rerender(ofOneId('Second', 'First'));
  rerender(ofOneId('Third'));
  expect(bodyRows()).toHaveLength(1);
  expect(bodyRows()[0]).toHaveTextContent('Third');
});
