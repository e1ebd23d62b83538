import type { NewPasskey, PasskeyAssertion } from '~/accounts/passkeys';
import { parseJson } from '~/fields/reading';
import { z } from '~/fields/zod';
import type { RelyingParty } from '~/platform/settings.server';

/** Ed25519, ES256 and RS256, which cover all authenticators. */
export const PASSKEY_ALGORITHMS = [-8, -7, -257];

const clientDataSchema = z.object({ challenge: z.base64url().min(1) });

/** The unverified challenge of an answer; null if it cannot be read. */
export function challengeOf(response: { clientDataJSON: string }): string | null {
  const text = Buffer.from(response.clientDataJSON, 'base64url').toString('utf8');
  return clientDataSchema.safeParse(parseJson(text)).data?.challenge ?? null;
}

interface Expected {
  challenge: string;
  relyingParty: RelyingParty;
}

/** A passkey as it is stored: its id and key in base64url. */
interface PasskeyKey {
  credentialId: string;
  publicKey: string;
  counter: number;
}

/**
 * Verifies a new passkey and returns the data to register; null unless a verified user made it for this
 * challenge.
 */
export async function verifyNewPasskey(
  { id, rawId, type, response }: NewPasskey['credential'],
  expected: Expected,
): Promise<PasskeyKey | null> {
  const { verifyRegistrationResponse } = await library();
  const { clientDataJSON } = response;
  try {
    const attestationObject = await withoutAttestation(response.attestationObject);
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId,
        type,
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      ...demands(expected),
      supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
    });
    if (!registrationInfo) return null;
    const { credential } = registrationInfo;
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
    };
  } catch {
    // The library throws for most invalid passkeys.
    return null;
  }
}

/** The counter after a sign-in; null if this passkey did not sign this challenge. */
export async function verifyAssertion(
  { id, rawId, type, response }: PasskeyAssertion,
  passkey: PasskeyKey,
  expected: Expected,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await library();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId, type, response, clientExtensionResults: {} },
      ...demands(expected),
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
      },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}

function demands({ challenge, relyingParty }: Expected) {
  return {
    expectedChallenge: challenge,
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
    requireUserVerification: true,
  };
}

/** The library is loaded by the first call, as most processes never need it (docs/decisions/0035). */
const library = () => import('@simplewebauthn/server');

/**
 * Replaces an attestation by "none", as a browser should when none was requested (Web Authentication,
 * 5.1.3). No certificate is evaluated, and no URL inside one is fetched. The passkey's own signature stays
 * (self attestation).
 */
async function withoutAttestation(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoCBOR } = await import('@simplewebauthn/server/helpers');
  const bytes = new Uint8Array(Buffer.from(attestationObject, 'base64url'));
  const attestation = decodeAttestationObject(bytes);
  const isPacked = attestation.get('fmt') === 'packed';
  if (isPacked && attestation.get('attStmt').get('x5c') === undefined) return attestationObject;
  const none = new Map<string, string | Map<string, string> | Uint8Array>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', attestation.get('authData')],
  ]);
  return Buffer.from(isoCBOR.encode(none)).toString('base64url');
}
