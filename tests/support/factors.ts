import type { Api } from '~/api/app.server';
import { newRecoveryCodesSchema, totpSetupSchema } from '~/contract/factors';
import { totpCode, totpStep } from '~/api/auth/totp';
import { createRequest } from './api';
import { must } from './must';

export interface EnrolledApp {
  secret: string;
  recoveryCodes: string[];
  /** What the app shows, so many steps after that time. */
  codeAt(now: Date, steps?: number): string;
}

/** Sets up an authenticator app for whoever has this token. Its code of `now` is used up by that. */
export async function enrolApp(
  api: Pick<Api, 'fetch'>,
  token: string,
  now: Date,
): Promise<EnrolledApp> {
  const path = '/admin/account/factors/totp';
  const started = await api.fetch(createRequest('POST', path, undefined, token));
  const { secret } = totpSetupSchema.parse(await started.json());
  const codeAt = (at: Date, steps = 0) => totpCode(secret, totpStep(at) + steps);
  const body = { code: codeAt(now) };
  const confirmed = await api.fetch(createRequest('POST', `${path}/confirmation`, body, token));
  const { recovery_codes } = newRecoveryCodesSchema.parse(await confirmed.json());
  return { secret, codeAt, recoveryCodes: must(recovery_codes, 'recovery codes') };
}
