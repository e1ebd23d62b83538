import { Alert } from '~/components/ui/alert';
import { translate } from '~/lib/texts';

/** The server's error for the form as a whole; renders nothing for null. */
export function FormError({ message }: { message: string | null }) {
  return message === null ? null : <Alert tone="danger">{translate(message)}</Alert>;
}
