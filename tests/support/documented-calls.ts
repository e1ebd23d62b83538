import { readFileSync } from 'node:fs';

const TEXT = readFileSync('docs/security.md', 'utf8').split('## Password again')[1] ?? '';

/** docs/security.md, "Password again": what each call below /api/admin asks for. */
export function documentedCalls(): Map<string, string> {
  const rows = [...TEXT.matchAll(/^\| (\w+ \/api\S+) \| .* \| (.*) \|$/gm)];
  return new Map([
    ...rows.map(([, route = '', asks = '']) => [route, asks] as const),
    ...routesIn(TEXT).map((route) => [route, 'the token'] as const),
  ]);
}

/** The document's first list: the calls that read people's data. */
export function documentedReadings(): string[] {
  const [, list = ''] = TEXT.split('```');
  return routesIn(list);
}

const routesIn = (text: string) => text.match(/^(?:GET|POST|PUT|DELETE) \/api\S+$/gm) ?? [];
