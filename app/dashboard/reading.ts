import { mapNames } from '~/fields/fields';
import { fieldsOf, readNumber, readRecord, readText } from '~/fields/reading';

export const DASHBOARD_COUNTS = [
  'totalCondos',
  'newCondosThisMonth',
  'totalApartments',
  'newApartmentsThisMonth',
  'totalUsers',
  'newUsersThisMonth',
  'pendingInvitations',
] as const;

export type DashboardStats = ReturnType<typeof readDashboardStats>;

/** Reads the statistics; missing numbers are 0. */
export function readDashboardStats(answer: unknown) {
  const fields = readRecord(answer);
  const months = fields.userRegistrationsByMonth;
  return {
    ...mapNames(DASHBOARD_COUNTS, (name) => readNumber(fields[name]) ?? 0),
    userRegistrationsByMonth: (Array.isArray(months) ? months : []).map((entry) => ({
      month: readText(fieldsOf(entry).month) ?? '-',
      count: readNumber(fieldsOf(entry).count) ?? 0,
    })),
  };
}
