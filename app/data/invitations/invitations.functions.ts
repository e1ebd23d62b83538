import { createServerFn } from '@tanstack/react-start';
import { streamToBrowser } from '../answer';
import { listHeaders } from '../list-headers.server';
import { withUpstream } from '../with-upstream';
import { listPendingInvitations } from './invitations.server';

export const listPendingInvitationsFn = createServerFn({ method: 'GET' })
  .middleware([withUpstream])
  .handler(async ({ context }) =>
    streamToBrowser(await listPendingInvitations(context.upstream, listHeaders())),
  );
