import { createFileRoute } from '@tanstack/react-router';
import { handleApiRequest } from '~/rpc/embedded/api-mount.server';

/**
 * Serves the embedded API in development; a build answers /api before the router (api-mount.server.ts). 404
 * if API_BASE_URL is set.
 */
export const Route = createFileRoute('/api/$')({
  server: { handlers: { ANY: ({ request }) => handleApiRequest(request) } },
});
