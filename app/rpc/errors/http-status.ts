/** The HTTP statuses (RFC 9110) that the panel acts on. */
export const HTTP_OK = 200;
export const HTTP_NO_CONTENT = 204;
export const HTTP_NOT_MODIFIED = 304;
export const HTTP_PERMANENT_REDIRECT = 308;
export const HTTP_BAD_REQUEST = 400;
export const HTTP_UNAUTHORIZED = 401;
export const HTTP_FORBIDDEN = 403;
export const HTTP_NOT_FOUND = 404;
export const HTTP_METHOD_NOT_ALLOWED = 405;
export const HTTP_PROXY_AUTHENTICATION_REQUIRED = 407;
export const HTTP_REQUEST_TIMEOUT = 408;
export const HTTP_CONFLICT = 409;
export const HTTP_GONE = 410;
export const HTTP_PRECONDITION_FAILED = 412;
export const HTTP_CONTENT_TOO_LARGE = 413;
export const HTTP_UNSUPPORTED_MEDIA_TYPE = 415;
export const HTTP_UNPROCESSABLE_CONTENT = 422;
export const HTTP_TOO_MANY_REQUESTS = 429;
export const HTTP_INTERNAL_SERVER_ERROR = 500;
export const HTTP_BAD_GATEWAY = 502;
export const HTTP_SERVICE_UNAVAILABLE = 503;
export const HTTP_GATEWAY_TIMEOUT = 504;

/** Not a registered status: nginx's for a client that closed the connection before the response. */
export const HTTP_CLIENT_CLOSED_REQUEST = 499;

export function isErrorStatus(status: number): boolean {
  return status >= HTTP_BAD_REQUEST;
}

export function isServerErrorStatus(status: number): boolean {
  return status >= HTTP_INTERNAL_SERVER_ERROR;
}

/** Codes of errors that a caller can resolve before repeating the call (docs/behaviour/wire-contract.md). */
export const ERROR_CODES = [
  'reauthentication_required',
  'second_factor_required',
  'second_factor_setup_required',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/**
 * Header with the code of this server's error response, on which the browser acts before it reads the body.
 */
export const ERROR_CODE_HEADER = 'x-error-code';
