import { globSync, readFileSync } from 'node:fs';

/** The files of the routes, below app/routes. */
export const ROUTE_FILES = globSync('**/*.{ts,tsx}', { cwd: 'app/routes' })
  .map((file) => file.replaceAll('\\', '/'))
  // A file whose name begins with a hyphen is no route.
  .filter((file) => !/(^|\/)-/.test(file));

/** The addresses of the shell's routes whose text matches, by their files: `/users/$userId/edit`. */
export const shellPaths = (text = /./) =>
  ROUTE_FILES.flatMap((file) => {
    const [, path] = /^_shell\/(?:_admin\/)?(.+)\.tsx$/.exec(file) ?? [];
    return path !== undefined && text.test(readFileSync(`app/routes/${file}`, 'utf8'))
      ? [`/${path.replace(/\/?index$/, '')}`]
      : [];
  });

/** The screens that have an entry in a menu. */
export const menuPaths = () => shellPaths(/^ +(?:staticData: \{ )?menu: \{/m);
