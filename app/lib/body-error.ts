/** Why a request's body was not read completely: it is too large, or it did not arrive. The message is for the client. */
export class BodyError extends Error {
  override readonly name = 'BodyError';

  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** By its name: the server's entry and the plugin that starts the API are bundled separately, each with a class of its own. */
export function isBodyError(error: unknown): error is BodyError {
  return error instanceof Error && error.name === 'BodyError';
}
