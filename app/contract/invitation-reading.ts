import { fieldsOf, readId, readText, type Fields } from './reading';

/** An invitation in the panel; only the embedded API sends the last three fields. The contract's building may have a name alone. */
export interface Invitation {
  id: number | null;
  email: string | null;
  role: string | null;
  condo_id: number | null;
  condo_name: string | null;
  apartment_number: string | null;
  created_at: string | null;
  expires_at: string | null;
  mail_state: string | null;
  mail_detail: string | null;
}

/** Reads one invitation of a response. */
export function readInvitation(fields: Fields): Invitation {
  const mail = fieldsOf(fields.mail);
  const condo = fieldsOf(fields.condo);
  return {
    id: readId(fields.id),
    email: readText(fields.email),
    role: readText(fields.role),
    condo_id: readId(condo.id),
    condo_name: readText(condo.name),
    apartment_number: readText(fieldsOf(fields.apartment).apartment_number),
    created_at: readText(fields.created_at),
    expires_at: readText(fields.expires_at),
    mail_state: readText(mail.state),
    mail_detail: readText(mail.detail),
  };
}
