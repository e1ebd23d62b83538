import { createRouter, type StaticDataRouteOption } from '@tanstack/react-router';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it, test } from 'vitest';
import { fieldsOf, readText } from '~/fields/reading';
import { createQueryClient } from '~/rpc/query-client';
import { menusOf } from '~/routes/-menus';
import { routeTree } from '~/routeTree.gen';
import { must } from '../../support/must';

// The menu entries and pending screens that the shell's routes declare, used without the screens' code.

const router = createRouter({ routeTree, context: { queryClient: createQueryClient() } });

interface ScreenRoute {
  id: string;
  options: {
    staticData?: StaticDataRouteOption | undefined;
    validateSearch?: unknown;
    search?: { middlewares?: readonly unknown[] } | undefined;
  };
}

const SCREENS = Object.values<ScreenRoute>({ ...router.routesById }).flatMap(({ id, options }) => {
  if (!id.startsWith('/_shell/') || id === '/_shell/_admin') return [];
  const path = id.endsWith('/') && id !== '/_shell/' ? `${id}index` : id.replace(/\/$/, '/index');
  const source = readFileSync(`app/routes${path}.tsx`, 'utf8');
  const [, page] = /import \{[^}]*Page,?\s*\} from '~\/(.+-page)'/.exec(source) ?? [];
  const pageSource = page === undefined ? '' : readFileSync(`app/${page}.tsx`, 'utf8');
  const hasList = /<ListScreen|<TableSkeleton/.test(pageSource);
  const { staticData, validateSearch, search } = options;
  const pending = staticData?.pending?.();
  return [{ id, source, page, pageSource, hasList, validateSearch, search, pending }];
});
const LISTS = SCREENS.filter(({ hasList }) => hasList);

test('every screen is looked at', () => {
  expect(SCREENS.length).toBeGreaterThanOrEqual(18);
  expect(LISTS.length).toBeGreaterThanOrEqual(6);
});

test.each(SCREENS)('$id has a title, which is its heading on the server', ({ source, pending }) => {
  const [, title] = /^ {2}head: .*\bt`([^`]+)`\} · Condo Admin`/m.exec(source) ?? [];
  expect(title).toBeTruthy();
  expect(pending?.heading).toBe(title);
});

test.each(LISTS)('$id: the server shows the list as its page declares it', async (list) => {
  const module: unknown = await import(resolve(`app/${must(list.page, 'page')}.tsx`));
  expect(Object.values(fieldsOf(module))).toContain(list.pending);
  expect(list.pending?.columns).toBeDefined();
  expect(list.pending?.loading).toBeTruthy();
});

test.each(SCREENS)('$id: types compare the address with what the page takes', ({ source }) => {
  // Written as a property, the hook takes its type from the page, and any address fits.
  expect(source).not.toMatch(/=\{Route\.use\w+\(\)\}/);
});

test.each(LISTS)('$id: the browser does not load the page for what the server shows', (list) => {
  expect(list.source).toContain('pending: createIsomorphicFn().server(');
});

const SEARCHED = LISTS.filter(({ validateSearch }) => typeof validateSearch === 'function');

/** The search params of an address without any. */
const defaultsOf = ({ validateSearch }: (typeof SCREENS)[number]) =>
  typeof validateSearch === 'function' ? fieldsOf(Reflect.apply(validateSearch, null, [{}])) : {};

test.each(SEARCHED)('$id: the address leaves out what is the default', ({ search }) => {
  expect(search?.middlewares).toHaveLength(1);
});

const IN_PAGES = SEARCHED.filter(
  (list) => 'page' in defaultsOf(list) && list.pageSource.includes('<ListScreen'),
);

test.each(IN_PAGES)('$id: a list in pages has the way to the others', ({ pageSource }) => {
  expect(pageSource).toContain('<ListPages');
});

test.each(LISTS)('$id: a column sorts if the address can name it as the order', (list) => {
  const { columns = [] } = list.pending ?? {};
  const sortNameOf = (id: string) => {
    if (typeof list.validateSearch !== 'function') return null;
    const search: unknown = Reflect.apply(list.validateSearch, null, [{ sort_by: id }]);
    return readText(fieldsOf(search)['sort_by']);
  };
  for (const column of typeof columns === 'function' ? columns(() => {}) : columns) {
    const { id, meta } = fieldsOf(column);
    const name = must(readText(id), 'name of a column');
    expect(`${name} ${fieldsOf(meta)['sortable'] === true}`).toBe(
      `${name} ${sortNameOf(name) === name}`,
    );
  }
});

it('has the entries of the sidebar as docs/behaviour/shell.md lists them, and every other in the menu', () => {
  const { sidebar, user } = menusOf(router).all;
  const text = readFileSync('docs/behaviour/shell.md', 'utf8');
  const rows = [...text.matchAll(/^\| ([A-Z][\w ]+) \| (\/\S+) \|$/gm)];
  expect(sidebar.map(({ label, to }) => [label, to])).toEqual(
    rows.map(([, label, path]) => [label, path]),
  );
  const positions = user.map(({ position }) => position);
  expect(new Set(positions).size).toBe(positions.length);
  const letters = [...sidebar, ...user].flatMap(({ letter }) => letter ?? []);
  expect(new Set(letters).size).toBe(letters.length);
  // A record's own page is reached from its list.
  const guarded = SCREENS.filter(
    ({ id, source }) => source.includes('beforeLoad: requireEmbedded,') && !id.includes('$'),
  );
  expect(user.map(({ to }) => to).toSorted()).toEqual(
    guarded.map(({ id }) => id.replace(/^\/_shell\/_admin|\/$/g, '')).toSorted(),
  );
});

it('has its screens in docs/behaviour/README.md', () => {
  const text = readFileSync('docs/behaviour/README.md', 'utf8');
  const documented = [...text.matchAll(/^\| (\/[^|]*) \|/gm)].flatMap(([, all = '']) =>
    all.split(', ').map((address) => address.replace(/\?.*/, '')),
  );
  const screens = SCREENS.map(({ id }) =>
    id
      .replace(/^\/_shell(?:\/_admin)?/, '')
      .replaceAll(/\$\w+/g, '{id}')
      .replace(/(?<=.)\/$/, ''),
  );
  expect(documented).toEqual(expect.arrayContaining(screens));
});
