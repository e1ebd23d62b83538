/** Codes of errors that a caller can resolve before it repeats the call (docs/behaviour/wire-contract.md). */
export const ERROR_CODES = [
  'reauthentication_required',
  'second_factor_required',
  'second_factor_setup_required',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** The code of an error response of this server: the browser acts on it before it reads the body. */
export const ERROR_CODE_HEADER = 'x-error-code';
