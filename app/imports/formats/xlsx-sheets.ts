import { posix } from 'node:path';
import { SheetError } from './sheet-row';
import { DAMAGED_WORKBOOK, unpack, unpackText, type ZipEntry } from './zip-directory';

/* The few parts of a workbook's XML that are read without a parser. */

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

function unescapeXml(text: string): string {
  return text.replace(/&(?:#\d{1,7}|#x[\da-f]{1,6}|\w{2,4});/gi, (entity) => {
    const name = entity.slice(1, -1);
    if (!name.startsWith('#')) return ENTITIES[name] ?? entity;
    const code = Number(name.slice(1).replace(/^x/i, '0x'));
    return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
  });
}

/** An attribute of a tag, unescaped. `name` may be a pattern. */
export function attribute(tag: string, name: string): string | undefined {
  const match = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag);
  const value = match?.[1] ?? match?.[2];
  return value === undefined ? undefined : unescapeXml(value);
}

/** The tags of a kind, with or without a namespace prefix. None holds a "<", so a search stays linear. */
export function tags(xml: string, name: string): string[] {
  return xml.match(new RegExp(`<(?:\\w+:)?${name}\\s[^<>]*>`, 'g')) ?? [];
}

export interface WorkbookSheet {
  name: string;
  index: number;
  /** The part that holds it. */
  path: string;
  hidden: boolean;
  hasRows: boolean;
}

type Directory = ReadonlyMap<string, ZipEntry>;

/** Files of other programs that are ZIP archives too. */
function rejectOtherPackages(directory: Directory): void {
  if (directory.has('xl/workbook.bin')) {
    throw new SheetError(
      'The file is a binary workbook (.xlsb). Save it as an Excel workbook (.xlsx)',
    );
  }
  if (directory.has('content.xml') && directory.has('mimetype')) {
    throw new SheetError(
      'The file is an OpenDocument file (.ods). Save it as an Excel workbook (.xlsx)',
    );
  }
  if (directory.has('word/document.xml')) throw new SheetError('The file is a Word document');
  if (directory.has('Index/Document.iwa')) {
    throw new SheetError('The file is from Numbers. Export it as Excel or CSV');
  }
  throw new SheetError(
    'The file is an archive, not a workbook. CSV, XLS and XLSX files can be read',
  );
}

/** The path of a relationship's target: absolute, or relative to the folder of its source. */
function resolveTarget(folder: string, target: string): string {
  return target.startsWith('/') ? target.slice(1) : posix.resolve('/', folder, target).slice(1);
}

async function readPart(bytes: Buffer, directory: Directory, path: string): Promise<string> {
  const entry = directory.get(path);
  if (!entry) throw new SheetError(DAMAGED_WORKBOOK);
  return unpackText(bytes, entry);
}

/** The sheets of a workbook in their order, without chart sheets, which hold no cells. @throws SheetError */
export async function listSheets(bytes: Buffer, directory: Directory): Promise<WorkbookSheet[]> {
  if (!directory.has('[Content_Types].xml') || !directory.has('_rels/.rels')) {
    rejectOtherPackages(directory);
  }
  const rootRels = await readPart(bytes, directory, '_rels/.rels');
  const root = tags(rootRels, 'Relationship').find((tag) =>
    attribute(tag, 'Type')?.endsWith('/officeDocument'),
  );
  const workbookPath = resolveTarget('', attribute(root ?? '', 'Target') ?? '');
  if (!/^xl\/workbook[^/]*\.xml$/i.test(workbookPath) && !directory.has(workbookPath)) {
    rejectOtherPackages(directory);
  }
  const { dir: folder, base: file } = posix.parse(workbookPath);
  const workbook = await readPart(bytes, directory, workbookPath);
  if (!/<(?:\w+:)?sheets[\s>]/.test(workbook)) rejectOtherPackages(directory);
  const relsPath = posix.join(folder, '_rels', `${file}.rels`);
  const targets = new Map<string, string>();
  for (const tag of tags(await readPart(bytes, directory, relsPath), 'Relationship')) {
    if (!attribute(tag, 'Type')?.endsWith('/worksheet')) continue;
    targets.set(attribute(tag, 'Id') ?? '', resolveTarget(folder, attribute(tag, 'Target') ?? ''));
  }
  const sheets: WorkbookSheet[] = [];
  for (const [index, tag] of tags(workbook, 'sheet').entries()) {
    const path = targets.get(attribute(tag, '(?:\\w+:)?id') ?? '');
    const entry = path === undefined ? undefined : directory.get(path);
    if (path === undefined || !entry) continue;
    sheets.push({
      name: attribute(tag, 'name') ?? `Sheet ${index + 1}`,
      index,
      path,
      hidden: /hidden/i.test(attribute(tag, 'state') ?? ''),
      hasRows: await hasRows(bytes, entry),
    });
  }
  return sheets;
}

/** True if a sheet has a cell with a value. Stops reading at the first one. */
async function hasRows(bytes: Buffer, entry: ZipEntry): Promise<boolean> {
  let tail = '';
  for await (const chunk of unpack(bytes, entry)) {
    const text = tail + chunk.toString('latin1');
    if (/<(?:\w+:)?(?:v|is|t)[\s>]/.test(text)) return true;
    tail = text.slice(-64);
  }
  return false;
}
