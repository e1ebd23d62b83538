import { fieldsOf } from '~/contract/reading';

/** What the API offers beyond the wire contract (docs/behaviour.md, "Embedded API"). */
export interface Capabilities {
  invitationMailState: boolean;
  invitationExpiry: boolean;
  /** POST /auth/logout ends a token. */
  logout: boolean;
  /** Sheet and column choices, import records, undo, progress and cancel of bulk imports. */
  bulkImports: boolean;
  /** An exported file comes back: reviewed, applied, undone. */
  bulkReview: boolean;
  /** What was changed, by whom: /admin/history. */
  history: boolean;
  /** What was deleted or changed can be brought back: POST /admin/history/restore and below an entry. */
  restore: boolean;
  /** A person's own account: name, password and sessions. */
  account: boolean;
  /** Super administrators can be invited, and their rights withdrawn. */
  administrators: boolean;
  /** An account can have a second factor. */
  secondFactor: boolean;
  /** A second factor can be a passkey. */
  passkeys: boolean;
  /** A forgotten password can be set by a mailed link. */
  passwordReset: boolean;
  /** All that is known of a person can be exported, and erased. */
  personalData: boolean;
  /** What is wrong with the portfolio: /admin/portfolio-check. */
  portfolioCheck: boolean;
}

export const NO_CAPABILITIES: Capabilities = {
  invitationMailState: false,
  invitationExpiry: false,
  logout: false,
  bulkImports: false,
  bulkReview: false,
  history: false,
  restore: false,
  account: false,
  administrators: false,
  passwordReset: false,
  secondFactor: false,
  passkeys: false,
  personalData: false,
  portfolioCheck: false,
};

/** Reads GET /capabilities; anything but `true` counts as not offered. */
export function readCapabilities(answer: unknown): Capabilities {
  const fields = fieldsOf(answer);
  return {
    invitationMailState: fields.invitation_mail_state === true,
    invitationExpiry: fields.invitation_expiry === true,
    logout: fields.logout === true,
    bulkImports: fields.bulk_imports === true,
    bulkReview: fields.bulk_review === true,
    history: fields.history === true,
    restore: fields.restore === true,
    account: fields.account === true,
    administrators: fields.administrators === true,
    secondFactor: fields.second_factor === true,
    passkeys: fields.passkeys === true,
    passwordReset: fields.password_reset === true,
    personalData: fields.personal_data === true,
    portfolioCheck: fields.portfolio_check === true,
  };
}
