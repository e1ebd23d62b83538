import { expect, it } from 'vitest';
import { apartments, condos, invitations, users } from '~/platform/database/schema/records';
import { z } from '~/fields/zod';
import { insertUser, apiPerTest } from '../../support/api';
import { must } from '../../support/must';
import { aCondo } from '../../support/builders';
import { dashboardStatsSchema } from '~/dashboard/calls';

const strictStats = z.strictObject(dashboardStatsSchema.shape);
const now = new Date();
const YEAR = now.getUTCFullYear();
const MONTH = now.getUTCMonth();

const api = apiPerTest();

const readStats = () => api.read(strictStats, 'GET', '/admin/dashboard-stats');

/** The first instant of a month in UTC, `months` from this one. */
const monthStart = (months: number) => new Date(Date.UTC(YEAR, MONTH + months, 1));
const monthName = (months: number) => monthStart(months).toISOString().slice(0, 7);

it('counts nothing where nothing is', async () => {
  await api.db.update(users).set({ created_at: monthStart(-40) });
  expect(await readStats()).toEqual({
    totalCondos: 0,
    newCondosThisMonth: 0,
    totalApartments: 0,
    newApartmentsThisMonth: 0,
    totalUsers: 1,
    newUsersThisMonth: 0,
    pendingInvitations: 0,
    userRegistrationsByMonth: Array.from({ length: 12 }, (_, index) => ({
      month: monthName(index - 11),
      count: 0,
    })),
  });
});

it('counts all, those of this month, and registrations by month in UTC', async () => {
  const place = aCondo();
  const lastMonth = new Date(monthStart(0).getTime() - 1);
  const rows = await api.db
    .insert(condos)
    .values([
      { ...place, created_at: monthStart(0) },
      { ...place, created_at: lastMonth },
    ])
    .returning({ id: condos.id });
  const condo_id = must(rows[0], 'building').id;
  await api.db.insert(apartments).values([
    { condo_id, apartment_number: '1', created_at: lastMonth },
    { condo_id, apartment_number: '2' },
    { condo_id, apartment_number: '3' },
  ]);
  const invitation = { email: 'a@b.ch', role: 'building_manager', expires_at: now };
  await api.db.insert(invitations).values([
    { ...invitation, condo_id },
    { ...invitation, condo_id, status: 'accepted' },
  ]);
  await insertUser(api.db, { created_at: lastMonth });
  await insertUser(api.db, { created_at: monthStart(-11) });
  await insertUser(api.db, { created_at: new Date(monthStart(-11).getTime() - 1) });
  await insertUser(api.db, { created_at: monthStart(-5), is_active: false });

  const stats = await readStats();
  expect(stats).toMatchObject({
    totalCondos: 2,
    newCondosThisMonth: 1,
    totalApartments: 3,
    newApartmentsThisMonth: 2,
    totalUsers: 5,
    newUsersThisMonth: 1,
    pendingInvitations: 1,
  });
  const counted = stats.userRegistrationsByMonth.filter((entry) => entry.count > 0);
  expect(counted).toEqual(
    [-11, -5, -1, 0].map((months) => ({ month: monthName(months), count: 1 })),
  );
});
