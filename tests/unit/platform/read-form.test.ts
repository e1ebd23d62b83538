import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readForm, textOf, type FormPart } from '~/platform/http/read-form.server';

const typeOf = (boundary: string) => `multipart/form-data; boundary=${boundary}`;

/** A stream of these bytes in chunks of these sizes, from the first again at their end. */
function streamOf(bytes: Uint8Array, sizes: readonly number[] = [1 << 16]) {
  const state = { at: 0, chunks: 0, cancelled: false };
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (state.at >= bytes.length) return controller.close();
        const size = sizes[state.chunks % sizes.length] ?? 1;
        // Now and then the next chunk is late.
        if (state.chunks % 7 === 3) await nextTurn();
        controller.enqueue(bytes.slice(state.at, state.at + size));
        state.at += size;
        state.chunks += 1;
      },
      cancel() {
        state.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, state };
}

type Shown = readonly [name: string, isFile: boolean, content: string];

const show = (parts: readonly FormPart[]): Shown[] =>
  parts.map((part) => {
    const bytes = part.isFile ? Buffer.concat(part.pieces) : Buffer.from(textOf(part));
    return [part.name, part.isFile, bytes.toString('latin1')];
  });

async function ours(bytes: Uint8Array, type: string, sizes?: readonly number[]) {
  try {
    return show(await readForm(streamOf(bytes, sizes).stream, type));
  } catch (error) {
    return String(error);
  }
}

/** Reads the whole form with the platform's own parser. */
async function platforms(bytes: Uint8Array<ArrayBuffer>, type: string) {
  try {
    const form = await new Response(bytes, { headers: { 'content-type': type } }).formData();
    return await Promise.all(
      Array.from(form, async ([name, value]): Promise<Shown> => {
        const isFile = typeof value !== 'string';
        const content = isFile ? Buffer.from(await value.arrayBuffer()) : Buffer.from(value);
        return [name, isFile, content.toString('latin1')];
      }),
    );
  } catch {
    return MALFORMED;
  }
}

const MALFORMED = 'BodyError: Malformed multipart request body';

const BOUNDARY = '----WebKitFormBoundary7MA4YWxkTrZu0gW';
const boundary = fc.constantFrom(BOUNDARY, 'x', 'a-', 'aXaXaX', "a'b()+_,-./:=?", 'e'.repeat(70));

/** Contents that look like boundaries as much as a content can. */
const content = (mark: string) =>
  fc
    .array(
      fc.oneof(
        fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
        fc
          .constantFrom(
            '\r\n',
            '\r',
            '\n',
            '--',
            '\r\n--',
            '\r\n-',
            '\uFEFF',
            'é€😀',
            'a'.repeat(70_000),
          )
          .map((text) => Buffer.from(text)),
        fc.nat(mark.length - 1).map((end) => Buffer.from(`\r\n--${mark.slice(0, end)}\r\n`)),
      ),
      { maxLength: 8 },
    )
    .map((pieces) => Buffer.concat(pieces))
    .filter((bytes) => !bytes.includes(mark));

const name = fc.oneof(
  fc.constantFrom('file', 'type', 'rows', '', ' a b ', 'é', '名前', '__proto__', 'x;y=z', "a'b"),
  fc.string({ unit: 'grapheme-ascii', maxLength: 12 }).map((text) => text.replace(/["%\\]/g, '')),
);
const fileName = fc.constantFrom(
  '; filename="a.csv"',
  '; filename=""',
  '; filename="Gebäude 名前.csv"',
  '; filename="C:\\Users\\a.csv"',
  '; filename="a;b=c.csv"',
  '; filename=a.csv',
  ";filename*=UTF-8''Geb%C3%A4ude.csv",
  '; filename="a.csv"; filename*=utf-8\'\'%e2%82%ac.csv',
  '; FILENAME="a.csv"',
);
const otherHeaders = fc.array(
  fc.constantFrom(
    'Content-Type: text/csv',
    'content-type:application/octet-stream',
    'Content-Type: text/plain; charset=iso-8859-1',
    'Content-Transfer-Encoding: 8bit',
    'X-Other: "a"; b',
  ),
  { maxLength: 2 },
);

const formArbitrary = boundary.chain((mark) =>
  fc.record({
    mark: fc.constant(mark),
    parts: fc.array(
      fc.record({
        name,
        fileName: fc.option(fileName, { nil: '' }),
        others: otherHeaders,
        isLate: fc.boolean(),
        content: content(mark),
      }),
      { maxLength: 5 },
    ),
    before: fc.constantFrom('', '', '', '\r\n', 'This is a form\r\n'),
    after: fc.constantFrom('', '\r\n', '\r\n', '\r\nThat was it', '\r\n\r\n'),
    sizes: fc.array(fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 70_000 })), {
      minLength: 1,
      maxLength: 12,
    }),
  }),
);

type Form = typeof formArbitrary extends fc.Arbitrary<infer T> ? T : never;

function write({ mark, parts, before, after }: Form): Buffer<ArrayBuffer> {
  const pieces = parts.flatMap((part) => {
    const disposition = `Content-Disposition: form-data; name="${part.name}"${part.fileName}`;
    const headers = part.isLate ? [...part.others, disposition] : [disposition, ...part.others];
    return [`--${mark}\r\n${headers.join('\r\n')}\r\n\r\n`, part.content, '\r\n'];
  });
  const all = [before, ...pieces, `--${mark}--${after}`];
  return Buffer.concat(all.map((piece) => Buffer.from(piece)));
}

const quoted = (mark: string) => typeOf(/^[\w'-]+$/.test(mark) ? mark : `"${mark}"`);

describe('a form in chunks', () => {
  it("is what the platform's own parser reads in one piece", async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(formArbitrary, async (form) => {
        const bytes = write(form);
        const expected = await platforms(bytes, quoted(form.mark));
        seen.add(typeof expected === 'string' ? expected : 'parts');
        expect(await ours(bytes, quoted(form.mark), form.sizes)).toEqual(expected);
      }),
      { numRuns: 1_000 },
    );
    expect(seen).toContain('parts');
  });

  it('is malformed when it breaks off, wherever', async () => {
    await fc.assert(
      fc.asyncProperty(formArbitrary, fc.nat(), async (form, cut) => {
        const whole = write({ ...form, after: '' });
        const bytes = whole.subarray(0, cut % whole.length);
        expect(await ours(bytes, quoted(form.mark), form.sizes)).toBe(MALFORMED);
      }),
      { numRuns: 500 },
    );
  });
});

const disposition = 'Content-Disposition: form-data; name="a"';

/** Both parsers' reading of a form with the boundary "x", each "\n" of which is "\r\n". */
async function readBoth(text: string) {
  const bytes = Buffer.from(text.replaceAll('\n', '\r\n'));
  return { ours: await ours(bytes, typeOf('x')), platforms: await platforms(bytes, typeOf('x')) };
}

describe('forms that nobody means to send', () => {
  it('end in one of two ways, whatever was damaged', async () => {
    const damage = fc.array(
      fc.tuple(fc.nat(), fc.constantFrom(0, 10, 13, 34, 45, 58, 59, 61, 255)),
      {
        minLength: 1,
        maxLength: 6,
      },
    );
    await fc.assert(
      fc.asyncProperty(formArbitrary, damage, fc.nat(), async (form, damages, cut) => {
        const whole = write(form);
        for (const [at, byte] of damages) whole[at % whole.length] = byte;
        const bytes = cut % 3 === 0 ? whole.subarray(0, cut % whole.length) : whole;
        const read = await ours(bytes, quoted(form.mark), form.sizes);
        expect(Array.isArray(read) ? MALFORMED : read).toBe(MALFORMED);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['no part', '--x--\n', []],
    [
      'a part without a name that breaks off',
      `--x\nContent-Disposition: form-data\n\nb`,
      MALFORMED,
    ],
    ['a part without a name', `--x\nContent-Disposition: form-data\n\nb\n--x--\n`, MALFORMED],
    ['no boundary', 'hello', MALFORMED],
    ['nothing', '', MALFORMED],
    ['another boundary', `--y\n${disposition}\n\nb\n--y--\n`, MALFORMED],
    [
      'Base64',
      `--x\n${disposition}\nContent-Transfer-Encoding: base64\n\nw6k=\n--x--\n`,
      [['a', false, Buffer.from('é').toString('latin1')]],
    ],
  ])('%s: as the platform', async (_, text, expected) => {
    expect(await readBoth(text)).toEqual({ ours: expected, platforms: expected });
  });
});

describe('limits', () => {
  const part = `--x\r\n${disposition}\r\n\r\nb\r\n`;

  it('a thousand parts, and no more of a larger form is read', async () => {
    const most = await ours(Buffer.from(`${part.repeat(1_000)}--x--`), typeOf('x'));
    expect(most).toHaveLength(1_000);
    const { stream, state } = streamOf(Buffer.from(part.repeat(100_000)));
    await expect(readForm(stream, typeOf('x'))).rejects.toMatchObject({
      status: 413,
      message: 'A form has at most 1000 parts',
    });
    expect(state).toMatchObject({ chunks: 1, cancelled: true });
  });

  it('after a long part that means no field of ours nothing waits for ever', async () => {
    const form = Buffer.from(`--x\r\nX-Other: a\r\n\r\n${'a'.repeat(70_000)}\r\n--x--\r\n\r\n`);
    expect(await ours(form, typeOf('x'), [form.length - 4])).toEqual([]);
  });

  it('the headers of a part take no more memory than they may', async () => {
    const long = `--x\r\n${disposition}; filename="${'a'.repeat(1 << 20)}"\r\n\r\nb\r\n--x--`;
    expect(await ours(Buffer.from(long), typeOf('x'))).toEqual([['a', true, 'b']]);
  });

  it('bytes that come singly are kept in few pieces', async () => {
    const text = `--x\r\n${disposition}\r\n\r\n${'b'.repeat(100_000)}\r\n--x--`;
    const [read] = await readForm(streamOf(Buffer.from(text), [1]).stream, typeOf('x'));
    expect(read).toMatchObject({ size: 100_000 });
    expect(read?.pieces.length).toBeLessThan(20);
  });

  it.each([
    ['no boundary', 'multipart/form-data'],
    ['far too long a boundary', typeOf('x'.repeat(1_000))],
  ])('%s: nothing is read', async (_, type) => {
    const { stream, state } = streamOf(Buffer.from(part));
    await expect(readForm(stream, type)).rejects.toMatchObject({ status: 400 });
    expect(state.chunks).toBe(0);
  });

  it("a stream's own error is passed on", async () => {
    const error = new Error('The client has left');
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(Buffer.from(part));
      },
      pull(controller) {
        controller.error(error);
      },
    });
    await expect(readForm(stream, typeOf('x'))).rejects.toBe(error);
  });
});
