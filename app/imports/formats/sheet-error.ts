import type { SentenceText } from '~/language/sentence';

/** Why a file cannot be read, as a message for the user. */
export class SheetError extends Error {
  override readonly name = 'SheetError';

  constructor(override readonly message: SentenceText) {
    super(message);
  }
}
