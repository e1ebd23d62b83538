import { fieldsOf, readBoolean, readText } from '~/contract/reading';

/** What an open link says about its invitation. */
export interface AcceptPreview {
  email: string | null;
  role: string | null;
  condoName: string | null;
  apartmentNumber: string | null;
  /** The address has an account already: its password is asked for, no names. */
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
