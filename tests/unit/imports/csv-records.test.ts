import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvRecords } from '~/imports/formats/csv-records';
import { collect } from '../../support/collect';

const cut = async (chunks: Iterable<string>, delimiter: string) =>
  (await collect(csvRecords(chunks, delimiter))).flat();

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

it('rejects a quote that a later quote ends within another cell', async () => {
  for (const text of [
    'a;b\n"Löwen;1\nB;2\n"C";3\n',
    'a;b\nA;"Löwen\nB;2\nC;"Krone"\n',
    'a;b\n"Löwen;"1"\n',
    'a;b\n"Haus \\"Löwen\\"; alt";1\n',
  ]) {
    for (let at = 1; at < text.length; at += 1) {
      const chunks = [text.slice(0, at), text.slice(at)];
      await expect(cut(chunks, ';')).rejects.toThrow('Row 2: a quote (") is opened');
    }
  }
});

it('keeps quotes that are doubled within a quoted cell', async () => {
  const line = '"""a;b"" c";"""x\ny""";"Pfad \\";"""a""b"';
  for (let at = 1; at < line.length; at += 1) {
    expect(await cut(['h\n', line.slice(0, at), line.slice(at)], ';')).toEqual([
      ['h'],
      ['"a;b" c', '"x\ny"', 'Pfad \\', '"a"b'],
    ]);
  }
});

it('takes blanks around a quoted cell, and backslashes before its quotes, for no text', async () => {
  const blanks = fc.constantFrom('', ' ', '  ');
  const cells = fc.record({
    text: fc.stringMatching(/^[a-z][a-z;" \n]{0,6}[a-z]$/),
    before: blanks,
    after: blanks,
    mark: fc.constantFrom('"', '\\'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(cells, { minLength: 1, maxLength: 3 }), async (line) => {
      const written = line.map(({ text, before, after, mark }) => {
        // With a separator or a line break within, a quote with a backslash is rejected.
        const inner = text.replaceAll('"', `${/[;\n]/.test(text) ? '"' : mark}"`);
        return `${before}"${inner}"${after}`;
      });
      const [row] = await cut([`${written.join(';')}\n`], ';');
      expect(row).toEqual(line.map(({ text }) => text));
    }),
  );
});

it('a record that is too long has an open quote only where it has a quote', async () => {
  const long = `a\n"b"\n${'x'.repeat(5_000_000)}`;
  await expect(cut([long], ',')).rejects.toThrow('Row 3 is longer than 4 MB');
});
