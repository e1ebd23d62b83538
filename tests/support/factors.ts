import type { Api } from '~/rpc/embedded/app.server';
import { newRecoveryCodesSchema as newCodes, totpSetupSchema } from '~/accounts/factors';
import { passkeyCreationOptionsSchema } from '~/accounts/passkeys';
import { totpCode, totpStep } from '~/accounts/server/totp';
import { callsOf } from './api';
import { SoftwareAuthenticator } from './software-authenticator';

export interface EnrolledApp {
  secret: string;
  /** Empty if the account had recovery codes already. */
  recoveryCodes: string[];
  /** Returns the app's code at `now`, or `steps` steps later. */
  codeAt(now: Date, steps?: number): string;
}

/** Sets up an authenticator app for the user of this token. Its code of `now` is used up by that. */
export async function enrolApp(
  api: Pick<Api, 'fetch'>,
  token: string,
  now: Date,
): Promise<EnrolledApp> {
  const path = '/admin/account/factors/totp';
  const { read } = callsOf(api, token);
  const { secret } = await read(totpSetupSchema, 'POST', path);
  const codeAt = (at: Date, steps = 0) => totpCode(secret, totpStep(at) + steps);
  const code = codeAt(now);
  const { recovery_codes } = await read(newCodes, 'POST', `${path}/confirmation`, { code });
  return { secret, codeAt, recoveryCodes: recovery_codes ?? [] };
}

/** Relying party of the tests' passkeys. */
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

/** A new device; one whose counter is 0 does not count. */
export const aDevice = (counter = 1) =>
  new SoftwareAuthenticator(RELYING_PARTY.origin, RELYING_PARTY.id, { counter });

/** The path of one's own passkeys. */
export const PASSKEYS_PATH = '/admin/account/factors/passkeys';

/** Returns the options that a new passkey of this token's user has to sign. */
export function passkeyOptions(api: Pick<Api, 'fetch'>, token: string) {
  const { read } = callsOf(api, token);
  return read(passkeyCreationOptionsSchema, 'POST', `${PASSKEYS_PATH}/options`);
}

export interface EnrolledPasskey {
  device: SoftwareAuthenticator;
  /** Null if the account had recovery codes already. */
  recoveryCodes: string[] | null;
}

/** Adds a passkey for the user of this token. */
export async function enrolPasskey(
  api: Pick<Api, 'fetch'>,
  token: string,
  device = aDevice(),
): Promise<EnrolledPasskey> {
  const { challenge } = await passkeyOptions(api, token);
  const body = { name: 'Work laptop', credential: device.create(challenge) };
  const added = await callsOf(api, token).read(newCodes, 'POST', PASSKEYS_PATH, body);
  return { device, recoveryCodes: added.recovery_codes };
}
