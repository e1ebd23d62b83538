import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ROOT } from './project.mjs';

/** Programs that tests run where they are installed, and Debian's package of each. */
export const PROGRAMS = {
  pgbouncer: 'pgbouncer',
  soffice: 'libreoffice-calc-nogui',
  podman: 'podman',
  nginx: 'nginx-light',
  apache2: 'apache2-bin',
  haproxy: 'haproxy',
  caddy: 'caddy',
  age: 'age',
  promtool: 'prometheus',
};

/** Folders of system programs on Debian that are not in everybody's PATH. */
const SYSTEM_FOLDERS = ['/usr/sbin', '/usr/local/sbin'];

/** The path of a program; undefined if it is not installed. */
export function findProgram(name) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...SYSTEM_FOLDERS];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** The programs that are not installed, and the files that need them: those that have its name in quotes. */
export function missingPrograms() {
  const tests = join(ROOT, 'tests');
  const names = readdirSync(tests, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const texts = names.map((file) => [`tests/${file}`, readFileSync(join(tests, file), 'utf8')]);
  return Object.keys(PROGRAMS)
    .filter((name) => findProgram(name) === undefined)
    .map((name) => {
      const quoted = new RegExp(`['"\`/]${name}['"\`]`, 'i');
      return { name, files: texts.filter(([, text]) => quoted.test(text)).map(([file]) => file) };
    })
    .filter(({ files }) => files.length > 0);
}
