/** The cells of a block copied from Excel: tabs between cells, line breaks between rows, quotes around line breaks. */
export function parseBlock(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const endCell = () => {
    row.push(cell);
    cell = '';
  };
  const endRow = () => {
    endCell();
    rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (quoted) {
      if (char !== '"') cell += char;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (char === '"' && cell === '') quoted = true;
    else if (char === '\t') endCell();
    else if (char === '\n') endRow();
    else if (char !== '\r') cell += char;
  }
  // Excel ends the last row with a line break, others do not.
  if (cell !== '' || row.length > 0) endRow();
  return rows;
}
