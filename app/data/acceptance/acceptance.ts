import { fieldsOf, readBoolean, readText } from '~/contract/reading';

/** The invitation behind a valid link. */
export interface AcceptPreview {
  email: string | null;
  role: string | null;
  condoName: string | null;
  apartmentNumber: string | null;
  /** The address already has an account: the form asks for its password, not for names. */
  hasAccount: boolean;
}

/** Reads GET /invitations/accept. */
export function readAcceptPreview(answer: unknown): AcceptPreview {
  const fields = fieldsOf(answer);
  return {
    email: readText(fields.email),
    role: readText(fields.role),
    condoName: readText(fields.condo_name),
    apartmentNumber: readText(fields.apartment_number),
    hasAccount: readBoolean(fields.has_account) ?? false,
  };
}
