import { getTableColumns } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { RECORDED_TABLES } from '~/platform/database/schema/history-tables';
import {
  apartments,
  condos,
  invitations,
  userCondoAssociations,
} from '~/platform/database/schema/records';

/** The text of a mail server, which may quote an address. */
const LEFT_OUT = new Set(['id', 'mail_detail']);

it.each([
  ['condo', condos],
  ['apartment', apartments],
  ['association', userCondoAssociations],
  ['invitation', invitations],
] as const)('every column of a deleted %s comes back when it is restored', (kind, table) => {
  const { fields, stored } = RECORDED_TABLES[kind];
  const columns = Object.entries(getTableColumns(table)).flatMap(([name, { generated }]) =>
    generated || LEFT_OUT.has(name) ? [] : name,
  );
  expect([...fields.keys(), ...stored].toSorted()).toEqual(columns.toSorted());
});
