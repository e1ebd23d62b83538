import { createServer, request } from 'node:http';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { isMediaName } from '~/platform/media/media-store';
import type { S3Settings } from '~/platform/settings.server';
import { listening } from './listening';

/** Faults that the proxy in front of the storage puts into a call. */
export type S3Fault =
  | 'none'
  /** 503 without asking the storage. */
  | 'busy'
  /** The storage does what it was asked to; the answer gets lost. */
  | 'lost answer'
  | 'reset'
  /** No answer, until the fault is over: then the connection breaks. */
  | 'hang'
  /** 403, as for an object under a lock. */
  | 'denied';

export type TestS3 = Awaited<ReturnType<typeof startS3>>;

const BUCKET = 'pictures';

/** An S3 server that checks signatures, behind a proxy that can break calls. */
export async function startS3() {
  const directory = await mkdtemp(join(tmpdir(), 'condo-s3-'));
  const storage = new S3rver({
    address: '127.0.0.1',
    port: 0,
    directory,
    silent: true,
    vhostBuckets: false,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  const { port } = await storage.run();
  let faults: { method: string; name: string; fault: S3Fault }[] = [];
  const hanging = new Set<Socket>();
  /** Calls that arrived, as "PUT media/name". */
  const calls: string[] = [];
  const proxy = createServer((incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming;
    const { fault } = faults.find((one) => one.method === method && url.endsWith(one.name)) ?? {
      fault: 'none',
    };
    calls.push(`${method} ${url.replace(`/${BUCKET}/`, '')}`);
    if (fault === 'reset') {
      incoming.socket.destroy();
      return;
    }
    if (fault === 'hang') {
      incoming.resume();
      hanging.add(incoming.socket);
      return;
    }
    if (fault === 'busy' || fault === 'denied') {
      const [status, code] = fault === 'busy' ? [503, 'SlowDown'] : [403, 'AccessDenied'];
      incoming.resume();
      outgoing.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
      return;
    }
    const forwarded = request({ port, host: '127.0.0.1', method, path: url, headers }, (answer) => {
      if (fault === 'lost answer') {
        answer.resume().on('end', () => incoming.socket.destroy());
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    // If several processes write and read one object at the same time, the storage's answer may mix two
    // versions and be unreadable.
    forwarded.on('error', () => incoming.socket.destroy());
    // A call that its client has ended midway, for which the storage would wait when it is closed.
    outgoing.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  const { url, close } = await listening(proxy);
  const settings: S3Settings = {
    endpoint: url,
    bucket: BUCKET,
    prefix: '',
    region: 'eu-central-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  };
  return {
    settings,
    /** The settings as a process gets them. */
    environment: {
      S3_ENDPOINT: url,
      S3_BUCKET: BUCKET,
      S3_REGION: settings.region,
      S3_ACCESS_KEY_ID: settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
    },
    /** Names of the images below a prefix, which are in its folder "media". */
    async objects(prefix = '') {
      const files = await readdir(join(directory, BUCKET, prefix, 'media')).catch(() => []);
      // The server keeps two more files next to each object.
      return [...new Set(files.map((file) => file.replace(/\._S3rver_.*$/, '')))].filter(
        isMediaName,
      );
    },
    /**
     * Puts this fault into calls of this method until further notice. With a name, only into those for
     * this object.
     */
    fault(method: string, fault: S3Fault, name = ''): void {
      faults = faults.filter((one) => one.method !== method || one.name !== name);
      if (fault !== 'none') faults.push({ method, name, fault });
      for (const socket of hanging) socket.destroy();
      hanging.clear();
    },
    calls,
    async close() {
      await close();
      await storage.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
