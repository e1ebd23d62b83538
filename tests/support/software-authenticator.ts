import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { z } from '~/fields/zod';
import type { NewPasskey, PasskeyAssertion } from '~/accounts/passkeys';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** Parts of an answer that a well-behaved browser and authenticator would not send. */
export interface Deviation {
  origin?: string;
  rpId?: string;
  /** True if the user was verified (a PIN, a fingerprint). True by default. */
  userVerified?: boolean;
  counter?: number;
  challenge?: string;
  /** An attestation that nobody asked for, by what it signs and the passkey's own key; "none" unless told. */
  attest?: (signed: Buffer, own: KeyObject) => Attestation;
}

type Cbor = Parameters<typeof isoCBOR.encode>[0];

export interface Attestation {
  format: string;
  statement: Cbor;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const ATTESTED_DATA = 0x40;
const jwkSchema = z.object({ x: z.string(), y: z.string() });
const AAGUID = Buffer.alloc(16);
const NONE: Attestation = { format: 'none', statement: new Map() };

/**
 * One passkey on its own device (Web Authentication, level 3). Its ES256 key signs as an authenticator
 * does, and its answers are the browser's JSON.
 */
export class SoftwareAuthenticator {
  readonly origin: string;
  readonly rpId: string;
  readonly id = randomBytes(32);
  counter: number;
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  /** `counter`: how often it was used; 0 for good where it does not count. */
  constructor(origin: string, rpId: string, { counter = 1 }: { counter?: number } = {}) {
    this.origin = origin;
    this.rpId = rpId;
    this.counter = counter;
  }

  get credentialId(): string {
    return this.id.toString('base64url');
  }

  /** Returns the answer of navigator.credentials.create(). */
  create(challenge: string, other: Deviation = {}): NewPasskey['credential'] {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const attested = Buffer.concat([AAGUID, length, this.id, this.#coseKey()]);
    const authData = Buffer.concat([this.#authenticatorData(ATTESTED_DATA, other), attested]);
    const clientData = this.#clientData('webauthn.create', challenge, other);
    const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()]);
    const { format, statement } = other.attest?.(signed, this.#keys.privateKey) ?? NONE;
    const attestation = new Map<string, Cbor>([
      ['fmt', format],
      ['attStmt', statement],
      ['authData', new Uint8Array(authData)],
    ]);
    return {
      ...this.#names(),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  /** Returns the answer of navigator.credentials.get(). A counter that counts goes up by one. */
  get(challenge: string, other: Deviation = {}): PasskeyAssertion {
    if (this.counter > 0) this.counter += 1;
    const clientData = this.#clientData('webauthn.get', challenge, other);
    const authData = this.#authenticatorData(0, other);
    const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()]);
    return {
      ...this.#names(),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
      },
    };
  }

  #names() {
    return { id: this.credentialId, rawId: this.credentialId, type: 'public-key' as const };
  }

  #clientData(type: string, challenge: string, other: Deviation): Buffer {
    const origin = other.origin ?? this.origin;
    const data = { type, challenge: other.challenge ?? challenge, origin, crossOrigin: false };
    return Buffer.from(JSON.stringify(data));
  }

  #authenticatorData(flags: number, other: Deviation): Buffer {
    const tail = Buffer.alloc(5);
    tail.writeUInt8(flags | USER_PRESENT | (other.userVerified === false ? 0 : USER_VERIFIED));
    tail.writeUInt32BE(other.counter ?? this.counter, 1);
    const host = createHash('sha256').update(other.rpId ?? this.rpId);
    return Buffer.concat([host.digest(), tail]);
  }

  /** COSE (RFC 9052): kty EC2, alg ES256, crv P-256, x, y. */
  #coseKey(): Buffer {
    const { x, y } = jwkSchema.parse(this.#keys.publicKey.export({ format: 'jwk' }));
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
      [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
    ]);
    return Buffer.from(isoCBOR.encode(key));
  }
}
