import { drain } from '~/upstream/drain.server';
import type { Upstream, UpstreamCall } from '~/upstream/upstream.server';
import { matchHeaders, versionOf } from './record-version';

/**
 * Makes a change that is based on a version: the API answers 412 if the record has another one by now. Without a version
 * every change is made. Resolves to the new version, where the API sends one; the response's body is not used.
 */
export async function changeRecord(
  upstream: Upstream,
  call: UpstreamCall,
  version: string | null,
): Promise<{ version: string | null }> {
  const answer = upstream.call({ ...call, headers: matchHeaders(version) });
  const changed = versionOf(await answer);
  await drain(answer);
  return { version: changed };
}
