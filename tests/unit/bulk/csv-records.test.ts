import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvRecords } from '~/api/sheets/csv-records';

/** What another reader makes of the same text; null where it refuses it. */
function oracle(text: string, delimiter: string): unknown {
  try {
    return parse(text, {
      delimiter,
      relax_quotes: true,
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n', '\r'],
    });
  } catch {
    return null;
  }
}

function ours(pieces: readonly string[], delimiter: string): unknown {
  try {
    return [...csvRecords(pieces, delimiter)];
  } catch (error) {
    if (error instanceof Error && error.name === 'SheetError') return null;
    throw error;
  }
}

const ALPHABET = ['a', 'é', ' ', ',', ';', '"', '"', '\n', '\r', '\r\n', '0'] as const;

describe('csvRecords', () => {
  it('cuts any text as csv-parse does, in whatever pieces it comes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.constantFrom(...ALPHABET), { maxLength: 12 })),
        fc.constantFrom(',', ';'),
        (parts, delimiter) => {
          const pieces = parts.map((part) => part.join(''));
          // csv-parse itself would take a "\r" before a "\n" for the end where a piece ends between them.
          expect(ours(pieces, delimiter)).toEqual(oracle(pieces.join(''), delimiter));
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it('refuses a record without end before the memory does', () => {
    const piece = 'x'.repeat(1024 * 1024);
    const pieces = (function* endless() {
      yield 'a,b\n1,"';
      for (;;) yield piece;
    })();
    expect(() => [...csvRecords(pieces, ',')]).toThrow('Row 2: a quote (") is opened');
  });
});
