/** A difference between a response and the contract. */
export interface Problem {
  /** A warning is something that the panel tolerates: it shows "-" or a default. */
  severity: 'error' | 'warning';
  /** Where: "status", "body", or a path in the response such as `$[0].id`. */
  path: string;
  expected: string;
  found: string;
}

/** One call and its result. */
export interface Finding {
  method: string;
  /** With its query, below the base address. */
  path: string;
  /** The purpose of the call. */
  purpose: string;
  outcome: 'conforms' | 'warning' | 'failed' | 'skipped';
  /** Null where there was no response. */
  status: number | null;
  problems: Problem[];
  /** Why it was skipped. */
  reason?: string;
}

export interface Report {
  baseUrl: string;
  conforms: boolean;
  findings: Finding[];
}

const WORDS: Readonly<Record<Finding['outcome'], string>> = {
  conforms: 'ok',
  warning: 'warning',
  failed: 'FAILED',
  skipped: 'skipped',
};

/** The report for a terminal, one call per line with its problems below. */
export function formatReport(report: Report): string {
  return [...report.findings.flatMap(formatFinding), '', summarise(report)].join('\n');
}

function formatFinding(finding: Finding): string[] {
  const { method, path, purpose, outcome, status, problems, reason } = finding;
  const call = `${method} ${path}`;
  const note = reason === undefined ? '' : `: ${reason}`;
  return [
    `${WORDS[outcome].padEnd(8)} ${call}  ${status ?? '-'}  (${purpose})${note}`,
    ...problems.map(
      ({ severity, path: where, expected, found }) =>
        `           ${severity === 'warning' ? 'warning: ' : ''}${where}: expected ${expected}, found ${found}`,
    ),
  ];
}

function summarise({ findings, conforms, baseUrl }: Report): string {
  const count = (outcome: Finding['outcome']) =>
    findings.filter((finding) => finding.outcome === outcome).length;
  return (
    `${baseUrl} ${conforms ? 'conforms' : 'does NOT conform'}: ${count('conforms')} calls as they should be, ` +
    `${count('warning')} with warnings, ${count('failed')} failed, ${count('skipped')} skipped.`
  );
}
