import type { DashboardStats } from './dashboard';
import { fieldsOf, readNumber, readRecord, readText } from './reading';

/** Reads the statistics; missing numbers are 0. */
export function readDashboardStats(answer: unknown): DashboardStats {
  const fields = readRecord(answer);
  const number = (name: string) => readNumber(fields[name]) ?? 0;
  const months = fields.userRegistrationsByMonth;
  return {
    totalCondos: number('totalCondos'),
    newCondosThisMonth: number('newCondosThisMonth'),
    totalApartments: number('totalApartments'),
    newApartmentsThisMonth: number('newApartmentsThisMonth'),
    totalUsers: number('totalUsers'),
    newUsersThisMonth: number('newUsersThisMonth'),
    pendingInvitations: number('pendingInvitations'),
    userRegistrationsByMonth: (Array.isArray(months) ? months : []).map((entry) => ({
      month: readText(fieldsOf(entry).month) ?? '-',
      count: readNumber(fieldsOf(entry).count) ?? 0,
    })),
  };
}
