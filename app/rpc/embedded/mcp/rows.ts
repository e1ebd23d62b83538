import { z } from '~/fields/zod';
import { ROW_LIMIT, type AgentApi, type Row } from './tool';

export const rowSchema = z.record(z.string(), z.unknown());
const pageSchema = z.looseObject({
  pagination: z.object({ current_page: z.int(), total_pages: z.int() }),
});

/** Rows from `skip` on, cut to the size of a result, with `next` to get the following ones. */
export function cut(
  rows: readonly Row[],
  skip: number,
): { data: readonly Row[]; next: Row | null } {
  const next = rows.length > ROW_LIMIT ? { skip: skip + ROW_LIMIT } : null;
  return { data: rows.slice(0, ROW_LIMIT), next };
}

/** Reads all rows of an unpaged list, from `skip` on. */
export async function listRows(call: ReturnType<AgentApi>, skip = 0): Promise<Row[]> {
  return rowSchema
    .array()
    .parse((await call).answer)
    .slice(skip);
}

/** Reads rows of a paged list from `skip` on: one more than the limit if there are that many. */
export async function pageRows(
  read: (page: number) => ReturnType<AgentApi>,
  { name, size }: { name: string; size: number },
  skip: number,
): Promise<Row[]> {
  const rows: Row[] = [];
  const before = skip % size;
  for (let page = (skip - before) / size + 1; rows.length <= before + ROW_LIMIT; page += 1) {
    const { pagination, [name]: listed } = pageSchema.parse((await read(page)).answer);
    // The API answers a page past the end with the last page.
    if (pagination.current_page !== page) break;
    rows.push(...rowSchema.array().parse(listed));
    if (page >= pagination.total_pages) break;
  }
  return rows.slice(before);
}
