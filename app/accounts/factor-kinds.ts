/** The kinds of second factors (docs/behaviour/second-factor.md). */
export const FACTOR_KINDS = ['app', 'passkey', 'recovery_code'] as const;
export type FactorKind = (typeof FACTOR_KINDS)[number];

/** Names of the factors in the history. */
export const FACTOR_LABELS: Readonly<Record<FactorKind, string>> = {
  app: 'Authenticator app',
  passkey: 'Passkey',
  recovery_code: 'Recovery code',
};
