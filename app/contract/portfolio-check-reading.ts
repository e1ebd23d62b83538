import { RECORD_KINDS, type RecordKind } from './history';
import { FINDING_KINDS, type FindingKind } from './portfolio-check';
import { fieldsOf, readId, readList, readNumber, readText, type Fields } from './reading';

interface NamedRecord {
  id: number | null;
  name: string | null;
}

/** A finding in the panel. */
export interface ReadFinding {
  /** Of its record, for the table. */
  id: number | null;
  record: NamedRecord & { kind: RecordKind | null; email: string | null };
  condoId: number | null;
  state: string;
  others: NamedRecord[];
  reason: string | null;
  setAsideAt: string | null;
}

export interface ReadFindingPage {
  findings: ReadFinding[];
  currentPage: number;
  totalPages: number;
}

/** How many findings of a kind there are. */
export interface ReadFindingCount {
  kind: FindingKind;
  count: number;
  setAside: number;
}

/** Reads GET /admin/portfolio-check; kinds that this panel does not know are left out. */
export function readFindingCounts(answer: unknown): ReadFindingCount[] {
  return readList(answer, (fields) => fields).flatMap((fields) => {
    const kind = FINDING_KINDS.find((one) => one === fields.kind);
    if (kind === undefined) return [];
    const [count, setAside] = [readNumber(fields.count) ?? 0, readNumber(fields.set_aside) ?? 0];
    return [{ kind, count, setAside }];
  });
}

/** Reads GET /admin/portfolio-check/{kind}. */
export function readFindingPage(answer: unknown): ReadFindingPage {
  const page = fieldsOf(answer);
  const pagination = fieldsOf(page.pagination);
  return {
    findings: readList(page.findings, readFinding),
    currentPage: readNumber(pagination.current_page) ?? 1,
    totalPages: readNumber(pagination.total_pages) ?? 1,
  };
}

function readFinding(fields: Fields): ReadFinding {
  const record = fieldsOf(fields.record);
  const setAside = fieldsOf(fields.set_aside);
  return {
    id: readId(record.id),
    record: {
      ...readNamed(record),
      kind: RECORD_KINDS.find((kind) => kind === record.kind) ?? null,
      email: readText(record.email),
    },
    condoId: readId(fields.condo_id),
    state: readText(fields.state) ?? '',
    others: Array.isArray(fields.others) ? readList(fields.others, readNamed) : [],
    reason: readText(setAside.reason),
    setAsideAt: readText(setAside.at),
  };
}

function readNamed(fields: Fields): NamedRecord {
  return { id: readId(fields.id), name: readText(fields.name) };
}
