import { createStartHandler, defaultStreamHandler } from '@tanstack/react-start/server';
import { createServerEntry } from '@tanstack/react-start/server-entry';
import { compress } from './server/compress.server';
import { setSecurityHeaders } from './server/security-headers.server';

const handle = createStartHandler(defaultStreamHandler);

/** The server's one entry: pages, server functions and the embedded API, all compressed and with the same headers. */
export default createServerEntry({
  async fetch(request, options) {
    return compress(request, setSecurityHeaders(await handle(request, options)));
  },
});
