import type { Readable } from 'node:stream';
import { piecesOf } from '../../sheets/pieces';

/** The lines of a stream of UTF-8 text; the stream waits while a line is worked on. */
export async function* readLines(stream: Readable): AsyncGenerator<string> {
  let pieces: Buffer[] = [];
  for await (const piece of piecesOf(stream)) {
    let rest = piece;
    for (let end = rest.indexOf(0x0a); end >= 0; end = rest.indexOf(0x0a)) {
      pieces.push(rest.subarray(0, end));
      yield Buffer.concat(pieces).toString('utf8');
      pieces = [];
      rest = rest.subarray(end + 1);
    }
    if (rest.length > 0) pieces.push(rest);
  }
}
