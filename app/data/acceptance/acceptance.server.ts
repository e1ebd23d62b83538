import type { AcceptExistingPayload, AcceptPayload } from '~/contract/acceptance';
import { HTTP_NOT_FOUND } from '~/contract/http-status';
import { AppError } from '~/lib/app-error';
import { drain } from '~/upstream/drain.server';
import type { Upstream } from '~/upstream/upstream.server';
import type { ApiKind } from '../api-kind.server';
import { readAcceptPreview, type AcceptPreview } from './acceptance';

const PATH = '/invitations/accept';

/** GET /invitations/accept?token= of the embedded API. */
export async function previewAcceptance(
  upstream: Upstream,
  token: string,
  apiKind: ApiKind,
): Promise<AcceptPreview> {
  requireEmbedded(apiKind);
  const response = await upstream.call({ method: 'GET', path: PATH, query: { token } });
  return readAcceptPreview(await response.json());
}

/** POST /invitations/accept of the embedded API. The response's body is not used. */
export async function acceptInvitation(
  upstream: Upstream,
  payload: AcceptPayload | AcceptExistingPayload,
  apiKind: ApiKind,
): Promise<null> {
  requireEmbedded(apiKind);
  return drain(upstream.call({ method: 'POST', path: PATH, json: payload }));
}

function requireEmbedded({ isExternal }: ApiKind): void {
  if (isExternal) {
    throw new AppError({
      status: HTTP_NOT_FOUND,
      detail: 'Invitations are not accepted at this address.',
    });
  }
}
