import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import type { Log } from '~/lib/log';
import { SettingsError, type S3Settings } from '~/lib/settings.server';
import { isMediaName, MediaUnavailableError, type MediaStore } from './media-store';

/** The prefix of images in the bucket, like the folder DATA_DIR/media without one. */
const FOLDER = 'media/';
/** One attempt; images are small. */
const ATTEMPT_TIMEOUT_MS = 10_000;
/** Pauses before the second and the third attempt. Names are never reused, so a repeated call is harmless. */
const RETRY_PAUSES_MS = [100, 400];

const TOO_MANY_REQUESTS = 429;

interface S3Call {
  method: 'GET' | 'PUT' | 'DELETE';
  key: string;
  bytes?: Uint8Array<ArrayBuffer>;
}

/** Error responses of the storage; the code is S3's own, such as NoSuchBucket. */
class S3ResponseError extends Error {
  override readonly name = 'S3Refusal';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(`The storage answered ${status} ${code}`.trim());
    this.status = status;
    this.code = code;
  }
}

/**
 * Images as objects in a bucket of S3-compatible storage, addressed by path (https://host/bucket/key), which every
 * implementation supports. Never lists: four rights are enough, see .env.example.
 */
export function createS3MediaStore(settings: S3Settings): MediaStore {
  const send = createSender(settings);
  return {
    async put(name, bytes) {
      assertName(name);
      await available('The image could not be stored. Try again in a moment', () =>
        send({ method: 'PUT', key: FOLDER + name, bytes: new Uint8Array(bytes) }),
      );
    },
    async get(name) {
      if (!isMediaName(name)) return null;
      return available('The image cannot be loaded at the moment', () =>
        send({ method: 'GET', key: FOLDER + name }),
      );
    },
    async remove(name) {
      assertName(name);
      await available('The image could not be removed', () =>
        send({ method: 'DELETE', key: FOLDER + name }),
      );
    },
  };
}

/**
 * Stores and removes a small object, so that a wrong key or bucket is detected at the start and not with the first image.
 * An unavailable storage is only logged: everything but images works without it.
 * @throws SettingsError
 */
export async function checkS3Settings(settings: S3Settings, log: Log): Promise<void> {
  const send = createSender(settings);
  const key = `${FOLDER}start-${randomBytes(8).toString('hex')}.txt`;
  try {
    await send({ method: 'PUT', key, bytes: new TextEncoder().encode('Can be removed') });
    await send({ method: 'DELETE', key });
  } catch (error) {
    const place = `bucket "${settings.bucket}" at ${settings.endpoint}`;
    if (error instanceof S3ResponseError && isFinal(error.status)) {
      throw new SettingsError(
        `Images cannot be stored in ${place}: ${error.message}. Correct S3_BUCKET, S3_REGION, ` +
          'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or the rights of that key.',
        { cause: error },
      );
    }
    log.warn({ err: error }, `The ${place} does not respond: images are unavailable until it does`);
  }
}

function createSender({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Settings) {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });
  const base = `${endpoint}/${encodeURIComponent(bucket)}/`;

  /** The object's bytes; null when it does not exist. */
  async function attempt({ method, key, bytes }: S3Call): Promise<Uint8Array<ArrayBuffer> | null> {
    const headers = new Headers();
    if (bytes) {
      headers.set('content-type', key.endsWith('.webp') ? 'image/webp' : 'text/plain');
      // Part of the signature: a storage that receives other bytes rejects them.
      headers.set('x-amz-content-sha256', createHash('sha256').update(bytes).digest('hex'));
    }
    const signal = AbortSignal.timeout(ATTEMPT_TIMEOUT_MS);
    const request = await client.sign(base + key, { method, headers, body: bytes ?? null });
    const response = await fetch(request, { signal });
    if (response.ok) return new Uint8Array(await response.arrayBuffer());
    const code = /<Code>(\w+)<\/Code>/.exec(await response.text())?.[1] ?? '';
    if (response.status === 404 && method !== 'PUT' && code !== 'NoSuchBucket') return null;
    throw new S3ResponseError(response.status, code);
  }

  return async (call: S3Call): Promise<Uint8Array<ArrayBuffer> | null> => {
    for (const pause of RETRY_PAUSES_MS) {
      try {
        return await attempt(call);
      } catch (error) {
        if (error instanceof S3ResponseError && isFinal(error.status)) throw error;
        await sleep(pause);
      }
    }
    return attempt(call);
  };
}

/** Whether a retry cannot help. */
function isFinal(status: number): boolean {
  return status < 500 && status !== TOO_MANY_REQUESTS;
}

async function available<T>(message: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new MediaUnavailableError(message, { cause });
  }
}

function assertName(name: string): void {
  if (!isMediaName(name)) throw new Error('Not the name of an image');
}
