import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
} from '@tanstack/react-router';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { INTENT_MS, limitPreloads, preloadHref } from '~/kit/table/preload';
import { RowLink, RowLinks } from '~/kit/table/row-links';
import { createQueryClient } from '~/rpc/query-client';
import { renderScreen } from '../../support/on-screen';

/** A router whose records are three requests each, as a building is, and nothing is answered until told. */
function withRecords() {
  const client = createQueryClient();
  const requested: string[] = [];
  const answers: Array<() => void> = [];
  let most = 0;
  const ask = (key: string) =>
    void client.prefetchQuery({
      queryKey: [key],
      queryFn: () => {
        requested.push(key);
        most = Math.max(most, client.isFetching());
        return new Promise<null>((resolve) => answers.push(() => resolve(null)));
      },
    });
  const root = createRootRoute();
  const record = createRoute({
    getParentRoute: () => root,
    path: '/records/$id',
    loader: ({ params: { id } }) => {
      ask(`record ${id}`);
      ask(`parts ${id}`);
      ask(`people ${id}`);
    },
  });
  const router = createRouter({
    routeTree: root.addChildren([record]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  limitPreloads(router, client);
  const point = (id: number) => preloadHref(router, `/records/${id}`);
  const answer = () => {
    for (const one of answers.splice(0)) one();
  };
  return { requested, answer, point, most: () => most };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 50));

describe('the limits', () => {
  test('those of one record are made at once, and then those of the last one that was pointed at', async () => {
    const { requested, answer, point, most } = withRecords();
    for (const id of [1, 2, 3, 4, 5]) {
      point(id);
      await settled();
    }
    expect(requested).toEqual(['record 1', 'parts 1', 'people 1']);
    answer();
    await waitFor(() => expect(requested.slice(3)).toEqual(['record 5', 'parts 5', 'people 5']));
    expect(most()).toBe(3);
  });

  test('they hold for a burst, too', async () => {
    const { requested, answer, point, most } = withRecords();
    for (const id of [1, 2, 3, 4, 5]) point(id);
    await settled();
    answer();
    await waitFor(() => expect(requested).toContain('people 5'));
    expect(most()).toBeLessThanOrEqual(4);
    expect(requested).not.toContain('record 3');
  });

  afterEach(() => Reflect.deleteProperty(navigator, 'connection'));

  test.each([
    [{ saveData: true }, 0],
    [{ type: 'cellular', effectiveType: '4g' }, 0],
    [{ effectiveType: '3g' }, 0],
    [{ effectiveType: 'slow-2g' }, 0],
    [{ effectiveType: '4g', saveData: false }, 3],
    [undefined, 3],
  ])('on the line %o %i requests are made', async (value, requests) => {
    Object.defineProperty(navigator, 'connection', { value, configurable: true });
    const { requested, point } = withRecords();
    point(1);
    await settled();
    expect(requested).toHaveLength(requests);
  });
});

const rest = (ms = INTENT_MS) => vi.advanceTimersByTime(ms);

async function renderRows() {
  const { router } = await renderScreen(
    <RowLinks>
      <table>
        <tbody>
          {[1, 2].map((id) => (
            <tr key={id} aria-rowindex={id + 1}>
              <td>
                Free {id}
                <button type="button">Delete {id}</button>
              </td>
              <td>
                <RowLink link={{ to: '/users/$userId', params: { userId: id } }} opensRow>
                  Name {id}
                </RowLink>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </RowLinks>,
  );
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const preload = vi.spyOn(router, 'preloadRoute').mockResolvedValue(undefined);
  const loaded = () => preload.mock.calls.map(([{ to }]) => to);
  return loaded;
}

const pointAt = (text: string) => fireEvent.pointerOver(screen.getByText(text));

describe('a row', () => {
  afterEach(() => void vi.useRealTimers());

  test('is preloaded once where the pointer rests anywhere on it', async () => {
    const loaded = await renderRows();
    pointAt('Free 1');
    rest(INTENT_MS - 1);
    pointAt('Free 2');
    rest(INTENT_MS - 1);
    pointAt('Name 2');
    rest();
    expect(loaded()).toEqual(['/users/2']);
  });

  test('is not preloaded where the pointer rests on one of its buttons', async () => {
    const loaded = await renderRows();
    pointAt('Free 1');
    pointAt('Delete 1');
    rest();
    expect(loaded()).toEqual([]);
  });

  test('is preloaded where the focus comes to it', async () => {
    const loaded = await renderRows();
    fireEvent.focusIn(screen.getByText('Name 1'));
    rest();
    expect(loaded()).toEqual(['/users/1']);
  });

  test('is not where the pointer leaves the rows, or they scroll below it', async () => {
    const loaded = await renderRows();
    pointAt('Free 1');
    fireEvent.pointerLeave(screen.getByRole('table').parentElement ?? document.body);
    rest();
    pointAt('Free 2');
    fireEvent.scroll(window);
    rest();
    expect(loaded()).toEqual([]);
    pointAt('Free 2');
    rest();
    expect(loaded()).toEqual(['/users/2']);
  });
});
