import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from '~/fields/zod';

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', '..', path), 'utf8');

/** Each rule of deploy/alerts.yml, as text by name. */
export function alerts(): Map<string, string> {
  const [, ...rules] = read('deploy/alerts.yml').split(/^ +- alert: /m);
  return new Map(rules.map((rule) => [rule.split('\n')[0] ?? '', rule]));
}

/** The sections of docs/runbook.md. */
export function runbookSections(): string[] {
  return [...read('docs/runbook.md').matchAll(/^## (.+)$/gm)].map(([, name]) => name ?? '');
}

const dashboardSchema = z.object({
  panels: z.array(
    z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) }),
  ),
});

/** Every expression of the rules and of the dashboard. */
export function expressions(): string[] {
  const { panels } = dashboardSchema.parse(JSON.parse(read('deploy/grafana-dashboard.json')));
  const rules = [...alerts().values()].map(
    (rule) => /expr:(?: >-)?(.*?)\n +(?:for|labels):/s.exec(rule)?.[1],
  );
  return [
    ...rules.map((rule) => rule ?? ''),
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ];
}

/**
 * Returns what an expression queries: names of metrics, and texts such as
 * `mails_total{result="failed"`.
 */
export function watchedBy(expression: string): string[] {
  const plain = expression.replaceAll(/\{[^}]*\}|\[[^\]]*\]|\bby \([^)]*\)/g, '');
  const names = [...plain.matchAll(/\b[a-z][a-z\d]*_[a-z\d_]+\b(?!\s*\()/g)].map(([name]) => name);
  const results = expression.matchAll(/\w+\{(?:result|state)="\w+"/g);
  return [...names.map((name) => `\n${name}`), ...[...results].map(([text]) => `\n${text}`)];
}
