import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { missingOptionals } from '../../../scripts/complete-lockfile.mjs';

const text = readFileSync('package-lock.json', 'utf8');

test('the lockfile holds the optional packages of every platform, or npm ci refuses it', () => {
  expect(missingOptionals(JSON.parse(text))).toEqual([]);
});

test('the lockfile records no download addresses', () => {
  expect(text).not.toContain('"resolved": "http');
});
