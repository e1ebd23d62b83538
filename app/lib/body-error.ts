/** Why a request's body was not read completely: it is too large, or it did not arrive. The message is for the client. */
export class BodyError extends Error {
  override readonly name = 'BodyError';

  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
