import { fieldsOf, readText } from '~/contract/reading';
import type { ApiClient } from './client';

interface Ours {
  what: string;
  /** What DELETE removes it by. */
  path: string;
}

interface Marked {
  client: ApiClient;
  token: string | null;
  /** Part of every text that the run has written. */
  mark: string;
  inviteEmail: string;
}

/**
 * Removes everything that the run has created, however it ended: the lists are searched for our texts, so a record that
 * should not exist, or whose id is not a number, is found too. Resolves to what could not be removed.
 */
export async function cleanUp(marked: Marked): Promise<string[]> {
  const left: string[] = [];
  for (const find of [findInvitations, findApartments, findCondos]) {
    for (const record of await find(marked, left)) {
      const answer = await marked.client.send({
        method: 'DELETE',
        path: record.path,
        token: marked.token,
      });
      if ('reason' in answer) left.push(`${record.what}: DELETE ${record.path}: ${answer.reason}`);
      else if (answer.status !== 404 && (answer.status < 200 || answer.status >= 300)) {
        left.push(`${record.what}: DELETE ${record.path} answered ${answer.status}`);
      }
    }
  }
  return left;
}

async function findInvitations(marked: Marked, left: string[]): Promise<Ours[]> {
  const path = '/admin/invitations?status=pending';
  const list = await read(marked, path, left, `the invitation of ${marked.inviteEmail}`);
  return list
    .filter((record) => record.email === marked.inviteEmail)
    .map((record) => ours('invitation', '/admin/invitations', record));
}

async function findApartments(marked: Marked, left: string[]): Promise<Ours[]> {
  const found: Ours[] = [];
  for (const condo of await listCondos(marked, left)) {
    const path = `/admin/apartments?condo_id=${encodeURIComponent(String(condo.id))}`;
    const list = await read(marked, path, left, `apartments of building ${String(condo.id)}`);
    for (const record of list) {
      if (!(readText(record.apartment_number) ?? '').includes(marked.mark)) continue;
      found.push(ours('apartment', '/admin/apartments', record));
    }
  }
  return found;
}

async function findCondos(marked: Marked, left: string[]): Promise<Ours[]> {
  const list = await listCondos(marked, left);
  return list.map((record) => ours('building', '/admin/condos', record));
}

/** Lists all of them, as the search itself may not work. */
async function listCondos(marked: Marked, left: string[]) {
  const path = '/admin/condos?sort_by=id&sort_order=desc';
  const list = await read(marked, path, left, `buildings with ${marked.mark} in their address`);
  // An empty name should have been rejected.
  return list.filter((record) =>
    `${readText(record.name) ?? ''} ${readText(record.address) ?? ''}`.includes(marked.mark),
  );
}

function ours(kind: string, path: string, { id }: Readonly<Record<string, unknown>>): Ours {
  return { what: `${kind} ${String(id)}`, path: `${path}/${encodeURIComponent(String(id))}` };
}

async function read({ client, token }: Marked, path: string, left: string[], what: string) {
  const answer = await client.send({ method: 'GET', path, token });
  const list = 'reason' in answer ? null : toList(answer.text);
  if (list) return list;
  const found = 'reason' in answer ? answer.reason : `${answer.status} without a list`;
  const line = `${what}: could not be looked for, GET ${path}: ${found}`;
  if (!left.includes(line)) left.push(line);
  return [];
}

function toList(text: string) {
  try {
    const json: unknown = JSON.parse(text);
    const list = Array.isArray(json) ? json : fieldsOf(json).data;
    return Array.isArray(list) ? list.map(fieldsOf) : null;
  } catch {
    return null;
  }
}
