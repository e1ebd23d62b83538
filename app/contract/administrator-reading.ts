import {
  fieldsOf,
  readBoolean,
  readId,
  readList,
  readNumber,
  readText,
  type Fields,
} from './reading';

function readAdministrator(fields: Fields) {
  return {
    id: readId(fields.id),
    email: readText(fields.email),
    first_name: readText(fields.first_name),
    last_name: readText(fields.last_name),
    last_login: readText(fields.last_login),
    isCurrent: readBoolean(fields.is_current) ?? false,
  };
}
export type ReadAdministrator = ReturnType<typeof readAdministrator>;

/** Reads GET /admin/administrators. */
export function readAdministrators(answer: unknown): ReadAdministrator[] {
  return readList(answer, readAdministrator);
}

function readInvitation(fields: Fields) {
  const mail = fieldsOf(fields.mail);
  return {
    id: readId(fields.id),
    email: readText(fields.email),
    created_at: readText(fields.created_at),
    expires_at: readText(fields.expires_at),
    mail_state: readText(mail.state),
    mail_detail: readText(mail.detail),
  };
}
export type ReadAdministratorInvitation = ReturnType<typeof readInvitation>;

/** Reads GET /admin/administrators/invitations. */
export function readAdministratorInvitations(answer: unknown): ReadAdministratorInvitation[] {
  return readList(answer, readInvitation);
}

/** Reads GET /admin/administrators/failed-sign-ins. */
export function readFailedSignInCounts(answer: unknown) {
  const fields = fieldsOf(answer);
  return {
    last24Hours: readNumber(fields.last_24_hours) ?? 0,
    last90Days: readNumber(fields.last_90_days) ?? 0,
    withoutAccount: readNumber(fields.without_account) ?? 0,
  };
}
