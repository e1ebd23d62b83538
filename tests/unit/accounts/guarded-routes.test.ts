import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { NAV_ENTRIES, userMenuEntries } from '~/accounts/screens/nav-entries';

const ROUTES = readdirSync('app/routes', { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  // A file whose name begins with a hyphen is no route.
  .filter((file) => /\.tsx?$/.test(file) && !/(^|\/)-/.test(file));

it('every screen but those for visitors is behind the shell, whose guard asks for a session', () => {
  expect(ROUTES.filter((file) => !file.startsWith('_shell/')).toSorted()).toEqual([
    '__root.tsx',
    '_shell.tsx',
    'api/$.ts',
    'forgot-password.tsx',
    'invitations/accept.tsx',
    'login.tsx',
    'set-password.tsx',
  ]);
});

it('every screen that needs no record and is no form has its entry in a menu', () => {
  const screens = ROUTES.flatMap((file) => /^_shell\/(?:_admin\/)?(.+)\.tsx$/.exec(file)?.[1] ?? [])
    .map((path) => `/${path.replace(/\/?index$/, '')}`)
    .filter((path) => !/\$|\/(?:create|invite|_admin)?$/.test(path));
  const entries = [...NAV_ENTRIES, ...userMenuEntries()].map(({ to }) => to);
  // Left out on purpose (docs/behaviour/README.md, "Screens").
  expect(screens.toSorted()).toEqual([...entries, '/apartments'].toSorted());
});

it('every screen beyond the wire contract is none with an external API', () => {
  const unguarded = userMenuEntries().filter(({ to }) => {
    const code = readFileSync(`app/routes/_shell/_admin${to}.tsx`, 'utf8');
    return !code.includes('beforeLoad: requireEmbedded,');
  });
  expect(unguarded).toEqual([]);
});
