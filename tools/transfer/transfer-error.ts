/** An export or import that is not possible; the message is for the terminal. */
export class TransferError extends Error {
  override readonly name = 'TransferError';
}
