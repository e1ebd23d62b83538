import { z } from '~/fields/zod';
import { ROW_LIMIT, type AgentApi, type Row } from './tool';

export const rowSchema = z.record(z.string(), z.unknown());
const pageSchema = z.looseObject({
  pagination: z.object({ current_page: z.int(), total_pages: z.int() }),
});

/** Rows that begin at `skip`, as a result has them, and how to get the next ones. */
export function cut(
  rows: readonly Row[],
  skip: number,
): { data: readonly Row[]; next: Row | null } {
  const next = rows.length > ROW_LIMIT ? { skip: skip + ROW_LIMIT } : null;
  return { data: rows.slice(0, ROW_LIMIT), next };
}

/** All rows of a list without pages, from `skip` on. */
export async function listRows(call: ReturnType<AgentApi>, skip = 0): Promise<Row[]> {
  return rowSchema
    .array()
    .parse((await call).answer)
    .slice(skip);
}

/** Rows of a list with pages from `skip` on: one more than the limit where there are as many, or more. */
export async function pageRows(
  read: (page: number) => ReturnType<AgentApi>,
  { name, size }: { name: string; size: number },
  skip: number,
): Promise<Row[]> {
  const rows: Row[] = [];
  const before = skip % size;
  for (let page = (skip - before) / size + 1; rows.length <= before + ROW_LIMIT; page += 1) {
    const { pagination, [name]: found } = pageSchema.parse((await read(page)).answer);
    // A page past the end is the last one.
    if (pagination.current_page !== page) break;
    rows.push(...rowSchema.array().parse(found));
    if (page >= pagination.total_pages) break;
  }
  return rows.slice(before);
}
