interface SplitText {
  records: string[][];
  /** Where the first record begins that is not among them. */
  rest: number;
  /** Its quotes are not as RFC 4180 has them; else its end has not arrived. */
  isUnusual: boolean;
}

/** Splits the records that are whole in a text, quoted cells too. One that may continue after the text's end is left. */
export function splitRecords(text: string, delimiter: string): SplitText {
  const quote = finder(text, '"');
  const separator = finder(text, delimiter);
  const ends = [finder(text, '\n'), finder(text, '\r')] as const;
  const lineEnd = (from: number) => Math.min(ends[0](from), ends[1](from));
  const records: string[][] = [];
  let rest = 0;
  const stopped = (isUnusual: boolean): SplitText => ({ records, rest, isUnusual });
  while (rest < text.length) {
    const end = lineEnd(rest);
    if (quote(rest) > end) {
      // The other half of this line end may be in the next text.
      if (end >= text.length - 1 && text[end] !== '\n') return stopped(false);
      records.push(text.slice(rest, end).split(delimiter));
      rest = afterLineEnd(text, end);
      continue;
    }
    const cells: string[] = [];
    let at = rest;
    for (;;) {
      let cellEnd: number;
      if (text[at] === '"') {
        const inner = text.indexOf('"', at + 1);
        const close = closingQuote(text, inner);
        // What follows decides whether it closes the cell.
        if (close === -1 || close === text.length - 1) return stopped(false);
        const cell = text.slice(at + 1, close);
        cells.push(close === inner ? cell : cell.replaceAll('""', '"'));
        cellEnd = close + 1;
      } else {
        cellEnd = Math.min(separator(at), lineEnd(at));
        if (quote(at) < cellEnd) return stopped(true);
        if (cellEnd === Infinity) return stopped(false);
        cells.push(text.slice(at, cellEnd));
      }
      at = cellEnd + 1;
      if (text[cellEnd] === delimiter) continue;
      if (text[cellEnd] === '\n') break;
      if (text[cellEnd] !== '\r') return stopped(true);
      if (at === text.length) return stopped(false);
      at = afterLineEnd(text, cellEnd);
      break;
    }
    records.push(cells);
    rest = at;
  }
  return stopped(false);
}

/** Finds the next place of a character; asked with places that only grow, it reads the text once. */
function finder(text: string, char: string): (from: number) => number {
  let next = -1;
  return (from) => {
    if (next < from) {
      const found = text.indexOf(char, from);
      next = found === -1 ? Infinity : found;
    }
    return next;
  };
}

/** The quote that closes a cell: the first one inside it, unless two together are one of its text. */
function closingQuote(text: string, inner: number): number {
  let close = inner;
  while (close !== -1 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  return close;
}

function afterLineEnd(text: string, end: number): number {
  return end + (text.startsWith('\r\n', end) ? 2 : 1);
}
