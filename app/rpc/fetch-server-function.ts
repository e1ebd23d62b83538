import { ERROR_CODE_HEADER, type ErrorCode } from '~/contract/error-codes';
import { fieldsOf, readText } from '~/contract/reading';
import { AppError } from '~/lib/app-error';
import { RAW, takeEarlyRequest } from './early-request';
import { askForPassword } from '~/data/session/password-request';
import { setupWanted } from '~/data/session/setup-request';

const PASSWORD_WANTED: ErrorCode = 'reauthentication_required';
const SETUP_WANTED: ErrorCode = 'second_factor_setup_required';

/** The browser's fetch for server functions; what wants the password is repeated. @throws AppError for no response of ours */
export async function fetchServerFunction(
  input: RequestInfo | URL,
  init?: RequestInit,
): Promise<Response> {
  let response: Response;
  try {
    response = await (takeEarlyRequest(input, init) ?? fetch(input, init));
  } catch (cause) {
    if (init?.signal?.aborted) throw cause;
    throw new AppError({ status: 0 });
  }
  const code = response.headers.get(ERROR_CODE_HEADER);
  if (code === PASSWORD_WANTED && (await askForPassword())) {
    // Unread, it would count as under way for as long as the page is open.
    await response.body?.cancel();
    return fetchServerFunction(input, init);
  }
  if (code === SETUP_WANTED) setupWanted.set(true);
  const ours = response.headers.has('x-tss-serialized') || response.headers.has(RAW);
  if (!response.ok && !ours) {
    const { detail } = fieldsOf(await response.json().catch(() => null));
    const { status, statusText } = response;
    throw new AppError({ status, statusText, detail: readText(detail) });
  }
  return response;
}
