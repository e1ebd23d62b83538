/** Checks of our own that a provider's answer has not passed. */
type ProviderCheck =
  | 'ANSWER_TOO_LONG'
  | 'AUTHORIZATION_ENDPOINT_SCHEME'
  | 'AUTHORIZED_PARTY'
  | 'AUTHENTICATED_TOO_LONG_AGO'
  | 'CLIENT_AUTHENTICATION'
  | 'CLOCK_AHEAD'
  | 'CLOCK_BEHIND'
  | 'ISSUER'
  | 'LOGOUT_TOKEN'
  | 'NO_ID_TOKEN'
  | 'SUBJECT';

export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly code: ProviderCheck;
  /** The claim that was wrong, or the methods that the provider offers if none of them is supported. */
  readonly claim: string | undefined;
  constructor(code: ProviderCheck, claim?: string) {
    super(code);
    this.code = code;
    this.claim = claim;
  }
}

const CODE = /^[A-Z][A-Z0-9_]{2,60}$/;
const CLAIM = /^[a-z_]{2,30}(?:,[a-z_]{2,30}){0,5}$/;
/** Limit for chains of causes; real errors have fewer. */
const DEPTH = 6;

/**
 * Describes a failure for the log by codes and claim. Messages are left out: they may repeat the provider's
 * answer.
 */
export function describeProviderError(error: unknown): { codes: string[]; claim?: string } {
  const codes = new Set<string>();
  let claim: string | undefined;
  let at: unknown = error;
  for (let depth = 0; depth < DEPTH && typeof at === 'object' && at !== null; depth += 1) {
    if ('code' in at && typeof at.code === 'string' && CODE.test(at.code)) codes.add(at.code);
    if ('claim' in at && typeof at.claim === 'string' && CLAIM.test(at.claim)) claim = at.claim;
    at = 'cause' in at ? at.cause : null;
  }
  return {
    codes: codes.size > 0 ? [...codes] : ['UNKNOWN'],
    ...(claim !== undefined && { claim }),
  };
}
