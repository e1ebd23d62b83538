import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import {
  HTTP_NOT_FOUND,
  HTTP_TOO_MANY_REQUESTS,
  isServerErrorStatus,
} from '~/rpc/errors/http-status';
import { s3Seconds } from '~/platform/metrics.server';
import type { S3Settings } from '~/platform/settings.server';

/** Prefix of images in the bucket, which corresponds to the folder DATA_DIR/media. */
export const MEDIA_FOLDER = 'media/';
/** Time limit of one attempt. Images are small. */
const ATTEMPT_TIMEOUT_MS = 10_000;
/**
 * Pauses before the second and the third attempt. Names are never reused, so a repeated call does no harm.
 */
const RETRY_PAUSES_MS = [100, 400];

const CONTENT_TYPES = new Map([
  ['webp', 'image/webp'],
  ['json', 'application/json'],
]);

interface S3Call {
  method: 'GET' | 'PUT' | 'DELETE';
  /** Key below S3_PREFIX. */
  key: string;
  bytes?: Uint8Array<ArrayBuffer>;
  /** File that is sent instead of `bytes`, read while it is sent. */
  file?: { blob: Blob; sha256: string };
  /** File to which the object is written, instead of the answer. */
  path?: string;
  /** Query of a call about the bucket itself. */
  query?: URLSearchParams;
  limitMs?: number;
}

/** Error responses of the storage, with S3's own code, such as NoSuchBucket. */
export class S3ResponseError extends Error {
  override readonly name = 'S3ResponseError';
  readonly status: number;

  constructor(status: number, code: string) {
    super(`The storage answered ${status} ${code}`.trim());
    this.status = status;
  }
}

/** Returns the function that calls the storage, up to three times if a retry can help. */
export function openBucket(settings: S3Settings) {
  const { endpoint, bucket, prefix, region, accessKeyId, secretAccessKey } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });
  const base = `${endpoint}/${encodeURIComponent(bucket)}/${prefix}`;

  /** Makes one attempt. Returns the object's bytes; null if it does not exist. */
  async function attempt(call: S3Call): Promise<Uint8Array<ArrayBuffer> | null> {
    const { method, key, bytes, file, path, query, limitMs = ATTEMPT_TIMEOUT_MS } = call;
    const headers = new Headers();
    if (file) headers.set('x-amz-content-sha256', file.sha256);
    if (bytes) {
      headers.set('content-type', CONTENT_TYPES.get(key.split('.').at(-1) ?? '') ?? 'text/plain');
      // The hash is signed, so that a storage rejects other bytes.
      headers.set('x-amz-content-sha256', createHash('sha256').update(bytes).digest('hex'));
    }
    const signal = AbortSignal.timeout(limitMs);
    const url = query ? `${endpoint}/${encodeURIComponent(bucket)}?${query}` : base + key;
    const request = await client.sign(url, { method, headers, body: bytes ?? file?.blob ?? null });
    const end = s3Seconds.startTimer({ method });
    const response = await fetch(request, { signal }).catch((error: unknown) => {
      end({ status: 'none' });
      throw error;
    });
    end({ status: response.status });
    if (response.ok && path && response.body) {
      await pipeline(response.body, createWriteStream(path, { mode: 0o600 }));
      return new Uint8Array();
    }
    if (response.ok) return new Uint8Array(await response.arrayBuffer());
    const code = /<Code>(\w+)<\/Code>/.exec(await response.text())?.[1] ?? '';
    if (response.status === HTTP_NOT_FOUND && method !== 'PUT' && code !== 'NoSuchBucket')
      return null;
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

/** True if a retry cannot help. */
export function isFinal(status: number): boolean {
  return !isServerErrorStatus(status) && status !== HTTP_TOO_MANY_REQUESTS;
}

/** The bucket's address, for messages. */
export function describeBucket({ endpoint, bucket, prefix }: S3Settings): string {
  return `bucket "${bucket}" at ${endpoint}${prefix && `, prefix "${prefix}"`}`;
}
