import { Alert } from '~/kit/ui/alert';
import { translate } from '~/language/texts';

/** The server's error for the form as a whole; renders nothing for null. */
export function FormError({ message }: { message: string | null }) {
  return message === null ? null : <Alert tone="danger">{translate(message)}</Alert>;
}
