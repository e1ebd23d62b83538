import { fieldsOf } from '~/fields/reading';
import type { StubApi } from './stub-api';

/** One record of a stub API that has versions. A change of an older version is rejected. */
export class VersionedRecord {
  version = 1;
  /** Changes that the API has taken. */
  savings = 0;

  constructor(
    private readonly api: StubApi,
    private readonly path: string,
    public stored: Readonly<Record<string, unknown>>,
  ) {
    api
      .on(`GET ${path}`, () => this.answer())
      .on(`PUT ${path}`, ({ headers, json, form }) => {
        const ifMatch = headers['if-match'];
        if (ifMatch !== undefined && ifMatch !== this.etag) {
          return { status: 412, body: { detail: 'Changed in the meantime' } };
        }
        this.someoneElseSaves(fieldsOf(form ?? json));
        this.savings += 1;
        return this.answer();
      });
  }

  get etag(): string {
    return `"v${this.version}"`;
  }

  answer() {
    return { body: this.stored, etag: this.etag };
  }

  someoneElseSaves(changes: Readonly<Record<string, unknown>>): void {
    this.stored = { ...this.stored, ...changes };
    this.version += 1;
  }

  /** If-Match of each change that was sent. */
  matched(): Array<string | undefined> {
    return this.api.made(`PUT ${this.path}`).map(({ headers }) => headers['if-match']);
  }

  /** Number of times that the record was read. */
  readings(): number {
    return this.api.made(`GET ${this.path}`).length;
  }
}
