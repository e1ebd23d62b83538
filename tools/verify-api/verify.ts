import { randomBytes } from 'node:crypto';
import { cleanUp } from './clean-up';
import { createClient, type ApiClient } from './client';
import {
  walkApartments,
  walkCondos,
  walkDashboard,
  walkInvitations,
  walkTemplates,
} from './read-calls';
import type { Report } from './report';
import { walkSession, type Credentials } from './session-calls';
import { walkUsers } from './user-calls';
import { Walk } from './walk';
import { walkChanges } from './write-calls';

interface VerifyOptions {
  /** The API's base address; ends in /api. */
  baseUrl: string;
  credentials: Credentials;
  /** Also makes the changing calls, on records of its own. */
  write: boolean;
  /** Recipient of the invitation that --write sends. */
  inviteEmail?: string | undefined;
  /** Aborted by Ctrl-C: the run ends and cleans up. */
  signal?: AbortSignal;
  client?: ApiClient;
}

/** Makes every call of the wire contract and reports which conform. */
export async function verifyApi(options: VerifyOptions): Promise<Report> {
  const { baseUrl, credentials, write, signal } = options;
  const walk = new Walk(options.client ?? createClient(baseUrl));
  const mark = randomBytes(5).toString('hex');
  const inviteEmail = options.inviteEmail ?? `verify-${mark}@example.com`;
  signal?.addEventListener('abort', () => (walk.interrupted = true));
  let leftBehind: string[] = [];
  try {
    if (await walkSession(walk, credentials)) {
      await walkDashboard(walk);
      await walkCondos(walk);
      await walkApartments(walk);
      await walkUsers(walk);
      await walkInvitations(walk);
      await walkTemplates(walk);
      if (write) await walkChanges({ walk, mark, inviteEmail });
    } else {
      const rest = { method: 'GET', path: '/admin/...' } as const;
      walk.skip(rest, 'everything else', 'no further calls without a token');
    }
  } finally {
    const { client, token } = walk;
    if (write && token !== null) leftBehind = await cleanUp({ client, token, mark, inviteEmail });
  }
  const failed = walk.findings.some(({ outcome }) => outcome === 'failed');
  return {
    baseUrl,
    mode: write ? 'write' : 'read-only',
    conforms: !failed && !walk.interrupted && leftBehind.length === 0,
    findings: walk.findings,
    leftBehind,
  };
}
