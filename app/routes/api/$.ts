import { createFileRoute } from '@tanstack/react-router';
import { handleApiRequest } from '~/rpc/embedded/api-mount.server';

/** The embedded API; 404 if API_BASE_URL is set. */
export const Route = createFileRoute('/api/$')({
  server: { handlers: { ANY: ({ request }) => handleApiRequest(request) } },
});
