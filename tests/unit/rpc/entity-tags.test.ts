import fc from 'fast-check';
import { expect, it } from 'vitest';
import { entityTag, requireMatch } from '~/rpc/embedded/entity-tag';
import { ApiError } from '~/rpc/embedded/api-error';
import { recordTag } from '~/rpc/versioned';

const tagged = (etag: string) => recordTag(new Headers({ etag }).get('etag'));

const matches = (ifMatch: string, record: object) => {
  try {
    requireMatch(ifMatch, record, 'building');
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
};

it.each([
  ['"v1"', '"v1"'],
  ['W/"v1"', '"v1"'],
  ['"v1-gzip"', '"v1"'],
  ['"v1--gzip"', '"v1"'],
  ['"v1;gzip"', '"v1"'],
  ['"v1:gzip"', '"v1"'],
  ['"v1+gzip"', '"v1"'],
  ['"v1-br"', '"v1"'],
  ['"v1/brotli"', '"v1"'],
  ['"v1-zstd"', '"v1"'],
  ['"v1-deflate"', '"v1"'],
  ['"v1-x-gzip"', '"v1"'],
  ['"v1;gz"', '"v1"'],
  ['"v1"-gzip', '"v1"'],
  ['W/"v1-gzip"', '"v1"'],
  ['W/"v1-gzip-br"', '"v1"'],
  ['"2026-11-28-3"', '"2026-11-28-3"'],
  ['"gzip"', '"gzip"'],
  ['"-gzip"', '"-gzip"'],
  ['"release-bridge"', '"release-bridge"'],
  ['v1', null],
  ['""', null],
  ['"v 1"', null],
])('the tag %s is that of the record %s', (sent, meant) => {
  expect(tagged(sent)).toBe(meant);
});

/** Whatever proxies make of a tag on their way: each adds its suffix, and some make it weak. */
const changes = fc.record({
  weak: fc.boolean(),
  suffixes: fc.array(
    fc
      .tuple(
        fc.constantFrom('-', '--', ';', ':', '+', '/', '.'),
        fc.constantFrom('gzip', 'x-gzip', 'gz', 'br', 'brotli', 'zstd', 'deflate', 'GZIP'),
      )
      .map((parts) => parts.join('')),
    { maxLength: 3 },
  ),
  outside: fc.constantFrom('', '-gzip'),
});
const records = fc.record({ name: fc.string(), number_of_units: fc.nat() });

type Change = typeof changes extends fc.Arbitrary<infer T> ? T : never;
const changedOf = (tag: string, { weak, suffixes, outside }: Change) =>
  `${weak ? 'W/' : ''}${tag.replace(/"$/, `${suffixes.join('')}"`)}${outside}`;

it("a record's tag comes back as its own, whatever proxies have made of it", () => {
  fc.assert(
    fc.property(records, changes, (record, change) => {
      const tag = entityTag(record);
      const changed = changedOf(tag, change);
      expect(tagged(changed)).toBe(tag);
      expect(matches(changed, record)).toBe(true);
      expect(matches(`"other", ${changed}`, record)).toBe(true);
    }),
  );
});

it("another record's tag is never taken for it, whatever proxies have made of it", () => {
  fc.assert(
    fc.property(records, records, changes, (record, other, change) => {
      fc.pre(entityTag(record) !== entityTag(other));
      expect(matches(changedOf(entityTag(other), change), record)).toBe(false);
      expect(matches(`${entityTag(record).slice(0, -1)}x"`, record)).toBe(false);
    }),
  );
});
