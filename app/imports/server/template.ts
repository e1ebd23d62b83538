import { writeXlsx, type Cell, type ColumnDef, type DataValidation } from 'hucre/xlsx';
import type { BulkType } from '~/imports/schema';
import { BULK_COLUMNS, type BulkColumn, type BulkColumnKind } from '~/imports/bulk-columns';

/** Number of rows that get the columns' formats and validation. */
const PREPARED_ROWS = 1_000;

const SHEET_NAMES: Readonly<Record<BulkType, string>> = {
  condo: 'Condos',
  apartment: 'Apartments',
  user_invite: 'User invitations',
  tenancy: 'People and tenancies',
};

/** "@" is Excel's text format: zip codes and unit numbers keep their leading zeros. */
const FORMATS: Readonly<Record<BulkColumnKind, string>> = {
  text: '@',
  parking: '@',
  choice: '@',
  condo: 'General',
  apartment: 'General',
  integer: '0',
  decimal: '0.##',
  date: 'yyyy-mm-dd',
};

/** Excel's types for values of 1 or more, which every date is. */
const TYPES_FROM_ONE: Readonly<Partial<Record<BulkColumnKind, DataValidation['type']>>> = {
  integer: 'whole',
  decimal: 'decimal',
  date: 'date',
};

const templates = new Map<BulkType, Uint8Array<ArrayBuffer>>();

/**
 * Creates the workbook of GET /admin/bulk-templates/{type}. Its thousands of prepared cells are made once.
 */
export async function createTemplate(type: BulkType, write = writeXlsx) {
  const cached = templates.get(type);
  if (cached) return cached;
  const fields = BULK_COLUMNS[type];
  const cells = new Map<string, Partial<Cell>>();
  for (const [index, column] of fields.entries()) {
    cells.set(`0,${index}`, headingCell(column));
    // Formats are set cell by cell: the library cannot format a whole column.
    const style = { numFmt: FORMATS[column.kind] };
    for (let row = 2; row <= PREPARED_ROWS; row += 1)
      cells.set(`${row},${index}`, { value: null, style });
  }
  const blank = Array.from({ length: PREPARED_ROWS - 1 }, () => fields.map(() => null));
  const written = await write({
    sheets: [
      {
        name: SHEET_NAMES[type],
        columns: fields.map(toColumn),
        rows: [fields.map(({ field }) => field), fields.map(exampleValue), ...blank],
        cells,
        freezePane: { rows: 1 },
        dataValidations: fields.flatMap(toValidation),
      },
    ],
  });
  const template = new Uint8Array(written);
  templates.set(type, template);
  return template;
}

function headingCell({ field, label, note, required }: BulkColumn): Partial<Cell> {
  return {
    value: field,
    type: 'string',
    style: {
      numFmt: '@',
      font: { bold: true, color: { rgb: 'FFFFFF' } },
      fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: required ? '1D4ED8' : '64748B' } },
    },
    comment: { author: 'Condo Admin', text: `${label}${required ? ' (required)' : ''}\n${note}` },
  };
}

function toColumn({ field, kind }: BulkColumn): ColumnDef {
  return { width: Math.max(14, field.length + 4), style: { numFmt: FORMATS[kind] } };
}

function exampleValue({ kind, example }: BulkColumn): string | number | Date {
  return kind === 'date' ? new Date(`${example}T00:00:00Z`) : example;
}

function toValidation(column: BulkColumn, index: number): DataValidation[] {
  const letter = String.fromCharCode(65 + index);
  const range = `${letter}2:${letter}${PREPARED_ROWS + 1}`;
  const shared = {
    range,
    allowBlank: !column.required,
    showErrorMessage: true,
    errorTitle: column.label,
    errorMessage: column.note,
    showInputMessage: true,
    inputTitle: column.label,
    inputMessage: column.note,
  };
  if (column.kind === 'choice') {
    return [{ ...shared, type: 'list', values: column.options.map(({ value }) => value) }];
  }
  const type = TYPES_FROM_ONE[column.kind];
  return type ? [{ ...shared, type, operator: 'greaterThanOrEqual', formula1: '1' }] : [];
}
