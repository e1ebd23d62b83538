import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { isUnused, seedDemo } from '../../../tools/seed/demo';
import { makeAssociations, makeUsers } from '../../../tools/seed/demo-people';
import { makeCondos } from '../../../tools/seed/demo-places';
import { createPeople } from '../../../tools/seed/people';
import { createRandom } from '../../../tools/seed/random';
import { IMAGE_BOXES } from '~/condos/server/images';
import { createFileMediaStore } from '~/platform/media/file-media-store';
import { apartmentSchema } from '~/apartments/schema';
import { condoCreateSchema, condoSchema } from '~/condos/schema';
import { createTestApi, apiPerFile } from '../../support/api';
import { must } from '../../support/must';
import { forThisTest, temporaryFolder } from '../../support/opened';
import { dashboardStatsSchema } from '~/dashboard/calls';

const IMAGES = join(import.meta.dirname, '..', '..', '..', 'tools', 'seed', 'images');

const folder = temporaryFolder();
const api = apiPerFile({ media: createFileMediaStore(folder) });
beforeAll(async () => {
  await seedDemo(api.db, createFileMediaStore(folder), new Date());
});

describe('the demonstration data', () => {
  it('is what the statistics say: 60 buildings, 600 apartments, 300 users, 25 invitations, a year', async () => {
    const stats = await api.read(dashboardStatsSchema, 'GET', '/admin/dashboard-stats');
    // The administrator of this test is a user too.
    expect(stats).toMatchObject({
      totalCondos: 60,
      totalApartments: 600,
      totalUsers: 301,
      pendingInvitations: 25,
    });
    const months = stats.userRegistrationsByMonth;
    expect(months.every((entry) => entry.count > 0)).toBe(true);
    expect(months.reduce((sum, entry) => sum + entry.count, 0)).toBe(301);
  });

  it('has buildings of several cantons and countries that the rules would let in, each with its images', async () => {
    const condos = await api.read(condoSchema.array(), 'GET', '/admin/condos');
    expect(new Set(condos.map((condo) => condo.name)).size).toBe(60);
    expect(new Set(condos.map((condo) => condo.state)).size).toBeGreaterThan(15);
    expect(new Set(condos.map((condo) => condo.country)).size).toBe(6);
    for (const condo of condos) {
      expect(condoCreateSchema.safeParse(condo).error).toBeUndefined();
      expect(condo.image_url).not.toBeNull();
      expect(condo.country_flag_url).not.toBeNull();
      expect(condo.flag_url === null).toBe(condo.country !== 'Switzerland');
    }
    const urls = condos.flatMap((condo) => [
      condo.image_url,
      condo.flag_url,
      condo.country_flag_url,
    ]);
    const names = urls.filter((url) => url !== null).map((url) => url.split('/').at(-1));
    expect(new Set(names)).toEqual(new Set(await readdir(folder)));
  });

  it('has as many apartments as each building has units', async () => {
    const condos = await api.read(condoSchema.array(), 'GET', '/admin/condos');
    const apartments = await api.read(apartmentSchema.array(), 'GET', '/admin/apartments');
    for (const condo of condos) {
      const units = apartments.filter((apartment) => apartment.condo_id === condo.id);
      expect(units).toHaveLength(must(condo.number_of_units, 'number of units'));
    }
  });

  it('is only for a database that is not in use', async () => {
    expect(await isUnused(api.db)).toBe(false);
    expect(await isUnused((await forThisTest(createTestApi())).db)).toBe(true);
  });
});

it('is the same each time', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const make = () => {
    const random = createRandom(1);
    const users = makeUsers(random, createPeople(random), now);
    const people = users.map((user, index) => ({ ...user, id: index }));
    return [
      makeCondos(random, now),
      users,
      makeAssociations(random, people, [{ id: 1, apartments: [1, 2] }]),
    ];
  };
  expect(make()).toEqual(make());
});

it('has no user twice and no time in the future, also on the first day of a month', () => {
  const now = new Date('2026-03-01T00:10:00Z');
  const random = createRandom(5);
  const users = makeUsers(random, createPeople(random), now);
  expect(new Set(users.map((user) => user.email)).size).toBe(300);
  for (const user of users) expect(user.created_at.getTime()).toBeLessThanOrEqual(now.getTime());
  for (const { row } of makeCondos(random, now)) {
    expect(row.created_at?.getTime()).toBeLessThanOrEqual(now.getTime());
  }
});

it('has image files as the application makes them, below 400 kB in all', async () => {
  let total = 0;
  for (const [part, box] of [
    ['buildings', IMAGE_BOXES.image],
    ['flags', IMAGE_BOXES.flag],
  ] as const) {
    for (const file of await readdir(join(IMAGES, part))) {
      const bytes = await readFile(join(IMAGES, part, file));
      total += bytes.length;
      const { width, height, format } = await sharp(bytes).metadata();
      expect({ file, width, height, format }).toEqual({ file, ...box, format: 'webp' });
    }
  }
  expect(total).toBeGreaterThan(0);
  expect(total).toBeLessThan(400_000);
});

it('leaves the process unable to read SVG', async () => {
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
  await expect(sharp(Buffer.from(drawing)).png().toBuffer()).rejects.toThrow(/unsupported image/);
});
