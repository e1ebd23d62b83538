import { HTTP_BAD_GATEWAY } from '~/contract/http-status';
import { fieldsOf, readText } from '~/contract/reading';
import { AppError, NETWORK_ERROR_MESSAGE } from '~/lib/app-error';
import { readJson } from './read-answer.server';

const INVALID_CREDENTIALS = 'Invalid credentials';

/** The token and user of POST /auth/login. @throws AppError with the API's detail or message, else "Invalid credentials" */
export async function readSignIn(answer: Promise<Response>) {
  const response = await answer.catch((error: unknown) => {
    if (!(error instanceof AppError) || error.detail || error.serverMessage) throw error;
    // No answer, or none in time, says nothing about what was typed.
    if (error.statusText === NETWORK_ERROR_MESSAGE) throw error;
    throw new AppError({ status: error.status, detail: INVALID_CREDENTIALS });
  });
  const { access_token, user } = fieldsOf(await readJson(response));
  const token = readText(access_token);
  if (!token) throw new AppError({ status: HTTP_BAD_GATEWAY, detail: INVALID_CREDENTIALS });
  return { token, user: fieldsOf(user) };
}
