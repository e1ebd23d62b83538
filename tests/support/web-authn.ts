import { onTestFinished } from 'vitest';

/**
 * Stand-in for a browser's passkey dialog, which jsdom lacks. `answer` is the dialog's result, and
 * `requests` are the options of each call.
 */
export interface PasskeyDialog {
  answer: () => Promise<unknown>;
  requests: unknown[];
}

/** The app takes this global as a sign that the browser supports passkeys. */
function PublicKeyCredential() {}

/** Puts a dialog in place of the browser's until the test is over. */
export function installPasskeyDialog(): PasskeyDialog {
  const dialog: PasskeyDialog = { answer: answerCredential, requests: [] };
  const open = (options: unknown) => {
    dialog.requests.push(options);
    return dialog.answer();
  };
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: { create: open, get: open },
  });
  Object.defineProperty(globalThis, 'PublicKeyCredential', {
    configurable: true,
    value: PublicKeyCredential,
  });
  onTestFinished(removePasskeyDialog);
  return dialog;
}

export function removePasskeyDialog(): void {
  Reflect.deleteProperty(navigator, 'credentials');
  Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
}

const bytes = (text: string) => new TextEncoder().encode(text).buffer;

/** A PublicKeyCredential, of either kind. */
function answerCredential() {
  return Promise.resolve({
    id: 'aWQ',
    rawId: bytes('id'),
    type: 'public-key',
    authenticatorAttachment: 'platform',
    response: {
      clientDataJSON: bytes('client data'),
      attestationObject: bytes('attestation'),
      authenticatorData: bytes('authenticator data'),
      signature: bytes('signature'),
      getTransports: () => ['internal'],
      getPublicKeyAlgorithm: () => -7,
      getPublicKey: () => null,
      getAuthenticatorData: () => bytes('authenticator data'),
    },
    getClientExtensionResults: () => ({}),
  });
}

export const CREATION_OPTIONS = {
  challenge: 'Y2hhbGxlbmdl',
  rp: { id: 'localhost', name: 'Condo Admin' },
  user: { id: 'dXNlcg', name: 'ada@example.com', displayName: 'Ada' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 300_000,
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  attestation: 'none',
};

export const REQUEST_OPTIONS = {
  challenge: 'Y2hhbGxlbmdl',
  rpId: 'localhost',
  timeout: 300_000,
  allowCredentials: [{ id: 'aWQ', type: 'public-key', transports: ['internal'] }],
  userVerification: 'required',
};
