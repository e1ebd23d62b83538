import { Alert } from '~/components/ui/alert';

/** What the server answered to the form as a whole; nothing for null. */
export function FormError({ message }: { message: string | null }) {
  return message === null ? null : (
    <Alert tone="danger" role="alert">
      {message}
    </Alert>
  );
}
