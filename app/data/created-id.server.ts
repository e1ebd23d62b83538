import { fieldsOf, readId } from '~/contract/reading';
import { readJson } from '~/upstream/read-json.server';

/**
 * The id of the record that a POST has created; null where the answer says none. The contract promises nothing about it: whatever is
 * wrong with it, the record is there.
 */
export async function readCreatedId(response: Response): Promise<number | null> {
  const answer = await readJson(response).catch(() => null);
  return readId(fieldsOf(fieldsOf(answer).data ?? answer).id);
}
