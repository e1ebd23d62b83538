import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { findProgram } from '../../../scripts/lib/programs.mjs';
import { must } from '../../support/must';
import { ROOT } from '../../support/production-process';
import { alerts, expressions, runbookSections, watchedBy } from '../../support/watched-metrics';

it('each alert has its section in the runbook, and each section its alert', () => {
  expect(runbookSections()).toEqual([...alerts().keys()]);
});

it.each([...alerts()])('%s says how urgent it is, and what has happened', (_name, rule) => {
  expect(rule).toMatch(/\n +labels: \{ severity: (page|ticket) \}\n/);
  expect(rule).toMatch(/\n +summary: \S/);
});

it('each expression asks for metrics of ours, but that Prometheus itself makes', () => {
  const others = expressions().filter((expression) => watchedBy(expression).length === 0);
  expect(others.map((expression) => expression.trim())).toEqual(['up{job="condo-admin"} == 0']);
});

const promtool = findProgram('promtool');

const runPromtool = (...args: string[]) =>
  execFileSync(must(promtool, 'promtool'), args, { cwd: ROOT, encoding: 'utf8' });

it.skipIf(promtool === undefined)('Prometheus reads the rules; they fire when they should', () => {
  expect(runPromtool('check', 'rules', 'deploy/alerts.yml')).toContain('SUCCESS');
  const cases = 'tests/unit/scripts/fixtures/alerts.test.yml';
  expect(runPromtool('test', 'rules', cases)).toContain('SUCCESS');
});
