import { expect, it } from 'vitest';
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
