declare module '@20minutes/s3rver' {
  import type { AddressInfo } from 'node:net';

  /** An S3 server in this process; the parts that the tests use. Its one key pair is S3RVER, S3RVER. */
  export default class S3rver {
    constructor(options: object);
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}
