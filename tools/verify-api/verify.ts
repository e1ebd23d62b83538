import { createClient } from './client';
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

interface VerifyOptions {
  /** The API's base address; ends in /api. */
  baseUrl: string;
  credentials: Credentials;
}

/** Signs in, makes every reading call of the wire contract and reports which conform. */
export async function verifyApi({ baseUrl, credentials }: VerifyOptions): Promise<Report> {
  const walk = new Walk(createClient(baseUrl));
  if (await walkSession(walk, credentials)) {
    await walkDashboard(walk);
    await walkCondos(walk);
    await walkApartments(walk);
    await walkUsers(walk);
    await walkInvitations(walk);
    await walkTemplates(walk);
  } else {
    walk.skip('/admin/...', 'everything else', 'no further calls without a token');
  }
  const conforms = !walk.findings.some(({ outcome }) => outcome === 'failed');
  return { baseUrl, conforms, findings: walk.findings };
}
