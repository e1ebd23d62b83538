import type { ExportFormat } from '~/imports/export';
import type { ExportQuery } from '~/imports/export-schemas';
import type { Upstream } from '~/rpc/upstream.server';
import { exported } from './exported';
import { byHeading, readCsv } from './exported-files';
import { must } from './must';

/** A row of an exported file. */
export type Row = Record<string, string | undefined>;

const quote = (cell = '') => `"${cell.replaceAll('"', '""')}"`;

function namesOf(rows: readonly Row[]): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))];
}

/** The rows as a spreadsheet saves them as CSV: guards are part of the texts. */
export function toCsv(rows: readonly Row[], names = namesOf(rows)): string {
  const lines = [names, ...rows.map((row) => names.map((name) => row[name]))];
  return lines.map((cells) => cells.map(quote).join(';')).join('\r\n');
}

export const withCity = (rows: readonly Row[], city: string) =>
  rows.map((row): Row => Object.assign({}, row, { city }));

export const named = (rows: readonly Row[], name: string) =>
  must(
    rows.find((row) => row.name === name),
    name,
  );

const ALL = {
  condos: { list: 'condos', query: { sort_by: 'id', sort_order: 'asc' } },
  apartments: { list: 'apartments', query: {} },
} as const satisfies Record<string, ExportQuery>;
export type ReviewedList = keyof typeof ALL;

/** An exported list that may come back. */
export async function exportedList(upstream: Upstream, list: ReviewedList, format: ExportFormat) {
  return (await exported(upstream, { of: ALL[list], format, separator: ';' })).file;
}

/** Rows of an exported list, to be edited. */
export async function exportedRows(upstream: Upstream, list: ReviewedList): Promise<Row[]> {
  return byHeading(readCsv(await exportedList(upstream, list, 'csv'), ';'), String);
}
