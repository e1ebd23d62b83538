import { expect, it } from 'vitest';
import { menuPaths, ROUTE_FILES, shellPaths } from '../../support/menu-paths';

it('every screen but those for visitors is behind the shell, whose guard asks for a session', () => {
  expect(ROUTE_FILES.filter((file) => !file.startsWith('_shell/')).toSorted()).toEqual([
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
  const screens = shellPaths().filter((path) => !/\$|\/(?:create|invite|_admin)?$/.test(path));
  // Left out on purpose (docs/behaviour/README.md, "Screens").
  expect(screens.toSorted()).toEqual([...menuPaths(), '/apartments'].toSorted());
});
