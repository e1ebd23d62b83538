import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse as parseCsv } from 'csv-parse';
import * as XLSX from '@e965/xlsx';
import { expect, test } from 'vitest';
import { formOf } from '../support/form-of';
import { perFile } from '../support/opened';
import { peakMemory } from '../support/production-panel';
import { writeWorkbook } from '../support/sheet-files';
import { callWhile } from './call-while';
import { importApartments, newApartments, startFilledPanel } from './panel';
import { median } from '../support/quantile';
import { alternate, report, timed } from './report';

/** Apartments per import; the targets are for 100,000. */
const ROWS = Number(process.env.BENCH_ROWS ?? 100_000);
const RUNS = Number(process.env.BENCH_RUNS ?? 3);
const APARTMENTS = `${ROWS.toLocaleString('en-US')} apartments`;
const WATCH_MS = 20;

const panel = perFile(() => startFilledPanel());

const validate = (file: Uint8Array<ArrayBuffer>, type = 'apartment') =>
  panel.call('POST', '/bulk-validate', formOf({ file: new File([file], 'units'), type }));

/** Sends the same form with a type that does not exist, so that the file is only received. */
const upload = (file: Uint8Array<ArrayBuffer>) =>
  expect(validate(file, '-')).rejects.toThrow('/bulk-validate: 422');

async function readCsv(file: Buffer): Promise<number> {
  let count = 0;
  for await (const record of Readable.from([file]).pipe(parseCsv())) if (record) count += 1;
  return count;
}

async function readXlsx(file: Buffer): Promise<number> {
  const book = XLSX.read(file, { dense: true, cellText: false });
  return Object.values(book.Sheets)[0]?.['!data']?.length ?? 0;
}

/** Largest memory in MiB of the processes that the server starts while `work` runs. */
async function peakOfChildren(work: () => Promise<unknown>): Promise<number> {
  const { pid } = panel;
  let peak = 0;
  const look = async () => {
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
    for (const child of children.split(' ').filter(Boolean))
      peak = Math.max(peak, await peakMemory(Number(child)));
  };
  const timer = setInterval(() => void look(), WATCH_MS);
  await work().finally(() => clearInterval(timer));
  return peak;
}

/** Reports the server's memory, and how much some work slows down the calls of a list. */
async function reportCosts(title: string, work: () => Promise<unknown>): Promise<void> {
  const { token } = panel.session;
  const job = { url: `${panel.url}/api/admin/condos`, token, clients: 1, pauseMs: 5 };
  const calm = await callWhile(job, () => sleep(3_000));
  const during = await callWhile(job, work);
  const name = `${title}: p99 of a list meanwhile`;
  report({ name, unit: 'ms', ours: [during.p99], reference: [calm.p99] });
  const memory = await peakMemory(panel.pid);
  report({ name: `${title}: memory of the server`, unit: 'MiB', ours: [memory] });
}

test('validating against a bare parse by the same library', async () => {
  const rows = await newApartments(panel, ROWS);
  const cells = [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))];
  const csv = Buffer.from(cells.map((row) => row.join(',')).join('\n'));
  for (const [format, file, read] of [
    ['CSV', csv, readCsv],
    ['XLSX', writeWorkbook({ Units: cells }, 'xlsx'), readXlsx],
  ] as const) {
    const transfers: number[] = [];
    const validateTimed = async () => {
      transfers.push(await timed(() => upload(file)));
      return timed(() => validate(file));
    };
    const parse = () => timed(async () => expect(await read(file)).toBe(ROWS + 1));
    const [whole, reference] = await alternate(RUNS, [validateTimed, parse], (work) => work(), 0);
    const name = `validate ${APARTMENTS}, ${format}`;
    const ours = whole.map((ms) => ms - median(transfers));
    report({ name, unit: 'ms', ours, reference });
    const memory = await peakOfChildren(() => reportCosts(name, () => validate(file)));
    report({ name: `${name}: memory of the reading process`, unit: 'MiB', ours: [memory] });
  }
});

test('creating while others call a list', async () => {
  const rows = await newApartments(panel, ROWS);
  const create = reportCosts(`create ${APARTMENTS}`, () => importApartments(panel, rows));
  await expect(create).resolves.toBeUndefined();
});
