/** An export or import that cannot be; the message is for the person at the terminal. */
export class TransferError extends Error {
  override readonly name = 'TransferError';
}
