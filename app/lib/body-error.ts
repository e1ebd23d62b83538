import type { SentenceText } from '~/contract/sentence';

/** Why a request's body was not read completely: it is too large, or it did not arrive. The message is for the client. */
export class BodyError extends Error {
  override readonly name = 'BodyError';

  readonly status: number;

  constructor(status: number, message: SentenceText) {
    super(message);
    this.status = status;
  }
}

/** By its name: the server's entry and the plugin that starts the API are bundled separately, each with a class of its own. */
export function isBodyError(error: unknown): error is BodyError {
  return error instanceof Error && error.name === 'BodyError';
}

/** The message of a 413, by the limit in bytes. */
export function tooLargeMessage(bytes: number): SentenceText {
  const kilobytes = Math.floor(bytes / 1024);
  const limit = kilobytes < 1024 ? `${kilobytes} KB` : `${Math.floor(kilobytes / 1024)} MB`;
  return `The request is too large: at most ${limit}`;
}
