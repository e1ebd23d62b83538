import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';

it('every screen but those for visitors is behind the shell, whose guard asks for a session', () => {
  const files = readdirSync('app/routes', { recursive: true, encoding: 'utf8' });
  const routes = files
    .map((file) => file.replaceAll('\\', '/'))
    // A file whose name begins with a hyphen is no route.
    .filter((file) => /\.tsx?$/.test(file) && !/(^|\/)-/.test(file));
  expect(routes.filter((file) => !file.startsWith('_shell/')).toSorted()).toEqual([
    '__root.tsx',
    '_shell.tsx',
    'api/$.ts',
    'forgot-password.tsx',
    'invitations/accept.tsx',
    'login.tsx',
    'set-password.tsx',
  ]);
});
