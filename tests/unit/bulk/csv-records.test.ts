import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvRecords } from '~/sheets/formats/csv-records';

async function cut(chunks: Iterable<string>, delimiter: string): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const records of csvRecords(chunks, delimiter)) all.push(...records);
  return all;
}

/** How the library parses the text at once; null where it rejects it. */
function inOnePiece(text: string, delimiter: string): unknown {
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

async function inChunks(chunks: readonly string[], delimiter: string): Promise<unknown> {
  try {
    return await cut(chunks, delimiter);
  } catch (error) {
    if (error instanceof Error && error.name === 'SheetError') return null;
    throw error;
  }
}

const ALPHABET = ['a', 'é', ' ', ',', ';', '"', '"', '\n', '\r', '\r\n', '0'] as const;

describe('csvRecords', () => {
  it('cuts any text the same in whatever pieces it comes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.constantFrom(...ALPHABET), { maxLength: 12 })),
        fc.constantFrom(',', ';'),
        async (parts, delimiter) => {
          const chunks = parts.map((part) => part.join(''));
          expect(await inChunks(chunks, delimiter)).toEqual(inOnePiece(chunks.join(''), delimiter));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('splits quoted cells of more lines than one, wherever the text is cut', async () => {
    const text = 'id;note\r\n"1";"a ""b""; c\r\nd"\r\n2;""\r\n"";"e"';
    const records = [
      ['id', 'note'],
      ['1', 'a "b"; c\r\nd'],
      ['2', ''],
      ['', 'e'],
    ];
    for (let at = 0; at <= text.length; at += 1) {
      expect(await cut([text.slice(0, at), text.slice(at)], ';')).toEqual(records);
    }
  });

  it('takes a line end that is cut in two for one', async () => {
    expect(await cut(['a,b\r', '\n"1\r', '\n2",x\r', '\n\r', '\ny'], ',')).toEqual([
      ['a', 'b'],
      ['1\r\n2', 'x'],
      [''],
      ['y'],
    ]);
  });

  it('takes quotes literally in a cell that does not begin with one, and in one that continues after them', async () => {
    expect(await cut(['5" pipe,"a"b,"c ""d"""\n'], ',')).toEqual([['5" pipe', '"a"b', 'c "d"']]);
  });

  it('rejects an endless record before the memory is exhausted', async () => {
    const chunk = 'x'.repeat(1024 * 1024);
    const chunks = (function* endless() {
      yield 'a,b\n1,"';
      for (;;) yield chunk;
    })();
    await expect(cut(chunks, ',')).rejects.toThrow('Row 2: a quote (") is opened');
  });

  it('names the row of a quote that the text ends in', async () => {
    await expect(cut(['a\nb\n', 'c\n"d\n', 'e\n'], ',')).rejects.toThrow(
      'Row 4: a quote (") is opened and never closed',
    );
  });
});
