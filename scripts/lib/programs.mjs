import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ROOT } from './project.mjs';

/**
 * Programs that tests use if they are installed, with Debian's package of each. Docker has none: installing
 * Debian's would replace the one of a runner, and Podman does the same.
 */
export const PROGRAMS = {
  pgbouncer: 'pgbouncer',
  soffice: 'libreoffice-calc-nogui',
  podman: 'podman',
  docker: undefined,
  initdb: 'postgresql',
  nginx: 'nginx-light',
  apache2: 'apache2-bin',
  haproxy: 'haproxy',
  caddy: 'caddy',
  age: 'age',
  promtool: 'prometheus',
};

/** Debian's folder of PostgreSQL's programs, with a folder for each version. */
const POSTGRES = '/usr/lib/postgresql';

/** Folders of system programs on Debian that may not be in PATH, newest version first. */
function systemFolders() {
  const versions = existsSync(POSTGRES) ? readdirSync(POSTGRES).map(Number) : [];
  const newest = versions.filter(Number.isInteger).toSorted((a, b) => b - a);
  const bins = newest.map((version) => join(POSTGRES, String(version), 'bin'));
  return ['/usr/sbin', '/usr/local/sbin', ...bins];
}

/** The path of a program; undefined if it is not installed. */
export function findProgram(name) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...systemFolders()];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** Programs that run containers. */
const ENGINES = ['docker', 'podman'];

function isMissing(name) {
  const names = ENGINES.includes(name) ? ENGINES : [name];
  return names.every((one) => findProgram(one) === undefined);
}

/**
 * Programs that are not installed, with the files that need them: those that contain the program's name in
 * quotes.
 */
export function missingPrograms() {
  const tests = join(ROOT, 'tests');
  const names = readdirSync(tests, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const texts = names.map((file) => [`tests/${file}`, readFileSync(join(tests, file), 'utf8')]);
  return Object.keys(PROGRAMS)
    .filter(isMissing)
    .map((name) => {
      const quoted = new RegExp(`['"\`/]${name}['"\`]`, 'i');
      return { name, files: texts.filter(([, text]) => quoted.test(text)).map(([file]) => file) };
    })
    .filter(({ files }) => files.length > 0);
}
