import type { Api } from '~/api/app.server';
import { newRecoveryCodesSchema, totpSetupSchema } from '~/contract/factors';
import { passkeyCreationOptionsSchema } from '~/contract/passkeys';
import { totpCode, totpStep } from '~/api/auth/totp';
import { createRequest } from './api';
import { SoftwareAuthenticator } from './software-authenticator';

export interface EnrolledApp {
  secret: string;
  /** None where there were some already. */
  recoveryCodes: string[];
  /** What the app shows, so many steps after that time. */
  codeAt(now: Date, steps?: number): string;
}

/** Sets up an authenticator app for the user of this token. Its code of `now` is used up by that. */
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
  return { secret, codeAt, recoveryCodes: recovery_codes ?? [] };
}

/** Where passkeys of tests are made. */
export const RELYING_PARTY = { id: 'panel.test', origin: 'https://panel.test' };

/** A passkey as it is stored, but for whose it is. */
export const STORED_PASSKEY = {
  credential_id: 'a-credential',
  public_key: 'a-key',
  counter: 3,
  transports: [],
  rp_id: RELYING_PARTY.id,
  name: 'Work laptop',
};

/** The path of one's own passkeys. */
export const PASSKEYS_PATH = '/admin/account/factors/passkeys';

/** What a new passkey of this token's user has to sign. */
export async function passkeyOptions(api: Pick<Api, 'fetch'>, token: string) {
  const path = `${PASSKEYS_PATH}/options`;
  const started = await api.fetch(createRequest('POST', path, undefined, token));
  return passkeyCreationOptionsSchema.parse(await started.json());
}

export interface EnrolledPasskey {
  device: SoftwareAuthenticator;
  /** Null where there were some already. */
  recoveryCodes: string[] | null;
}

/** Adds a passkey for the user of this token. */
export async function enrolPasskey(
  api: Pick<Api, 'fetch'>,
  token: string,
  device = new SoftwareAuthenticator(RELYING_PARTY.origin, RELYING_PARTY.id),
): Promise<EnrolledPasskey> {
  const { challenge } = await passkeyOptions(api, token);
  const body = { name: 'Work laptop', credential: device.create(challenge) };
  const added = await api.fetch(createRequest('POST', PASSKEYS_PATH, body, token));
  const { recovery_codes } = newRecoveryCodesSchema.parse(await added.json());
  return { device, recoveryCodes: recovery_codes };
}
