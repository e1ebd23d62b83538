import { sentence, SentenceError, type AnySentence } from '~/language/sentence';

/** A request's body that was too large or did not arrive completely. The message is for the client. */
export class BodyError extends SentenceError {
  override readonly name = 'BodyError';

  readonly status: number;

  constructor(status: number, named: AnySentence) {
    super(named);
    this.status = status;
  }
}

/** Compares by name, since the server's entry and its plugin are built separately and have one class each. */
export function isBodyError(error: unknown): error is BodyError {
  return error instanceof Error && error.name === 'BodyError';
}

/** The message of a 413 with the limit in bytes. */
export function tooLargeMessage(bytes: number): AnySentence {
  const kilobytes = Math.floor(bytes / 1024);
  const limit = kilobytes < 1024 ? `${kilobytes} KB` : `${Math.floor(kilobytes / 1024)} MB`;
  return sentence('request_too_large', { max: limit });
}
