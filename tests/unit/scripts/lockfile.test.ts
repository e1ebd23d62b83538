import { existsSync, readFileSync } from 'node:fs';
import { satisfies } from 'semver';
import { expect, test } from 'vitest';
import { z } from '~/fields/zod';

const lockfileSchema = z.object({
  packages: z.record(
    z.string(),
    z.looseObject({
      version: z.string().optional(),
      integrity: z.string().optional(),
      resolved: z.string().optional(),
      engines: z.unknown().optional(),
    }),
  ),
});
const { packages } = lockfileSchema.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
const entries = Object.entries(packages).filter(([path]) => path !== '');

/** docs/security.md names the packages without a checksum, each on a line of its own. */
function documented(): string[] {
  const text =
    readFileSync('docs/security.md', 'utf8').split('## Packages without a checksum')[1] ?? '';
  return [...text.matchAll(/^- `(.+)`$/gm)].flatMap(([, names = '']) => names.split(' '));
}

test('every package has a checksum, but for those that docs/security.md names', () => {
  const without = entries.filter(([, { integrity }]) => integrity === undefined);
  const names = without.map(([path]) => path.replace(/^.*node_modules\//, ''));
  expect(names.toSorted()).toEqual(documented().toSorted());
});

test('no package is fetched from an address of the lockfile', () => {
  expect(entries.filter(([, { resolved }]) => resolved?.startsWith('http'))).toEqual([]);
});

test('the lockfile says of no package which Node it asks for: npm would compare that with its own', () => {
  expect(entries.filter(([, { engines }]) => engines !== undefined)).toEqual([]);
});

test("every installed package takes the project's own Node", () => {
  const manifestSchema = z.looseObject({ engines: z.looseObject({ node: z.string() }).optional() });
  const node = packages['node_modules/node']?.version ?? '';
  const rejecting = entries.flatMap(([path]) => {
    if (!existsSync(`${path}/package.json`)) return [];
    const manifest = manifestSchema.safeParse(
      JSON.parse(readFileSync(`${path}/package.json`, 'utf8')),
    );
    const range = manifest.data?.engines?.node ?? '*';
    return satisfies(node, range) ? [] : [`${path} asks for Node ${range}`];
  });
  expect(rejecting).toEqual([]);
});

test('the weekly update covers packages, images and actions, and pins the latter by digest', () => {
  const config = z
    .looseObject({ extends: z.array(z.string()), schedule: z.array(z.string()) })
    .parse(JSON.parse(readFileSync('renovate.json', 'utf8')));
  expect(config.extends).toEqual(
    expect.arrayContaining([
      'config:recommended',
      'docker:pinDigests',
      'helpers:pinGitHubActionDigests',
      'schedule:weekly',
    ]),
  );
});
