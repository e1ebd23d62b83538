import { describe, expect, it } from 'vitest';
import { readLines } from './house-files';

const HEADINGS = 'Name;Adresse;Hausnummer;PLZ;Ort;Kanton;Land';
const SHORT = 250;

/** The shortest of three readings of a building, in milliseconds. */
async function timeOf(cells: Readonly<Record<string, string>>) {
  const row = { Name: 'A', Adresse: 'Weg', Hausnummer: '1', PLZ: '8001', Ort: 'Zürich' };
  const line = Object.values({ ...row, Kanton: 'ZH', Land: 'CH', ...cells }).join(';');
  let best = Infinity;
  for (let run = 0; run < 3; run += 1) {
    const begin = performance.now();
    await readLines([HEADINGS, line]);
    best = Math.min(best, performance.now() - begin);
  }
  return best;
}

describe('a text longer than its field costs no more than its length', () => {
  it.each([
    ['blanks in a postcode', 'PLZ', (length: number) => `a${' '.repeat(length)}b`],
    ['blanks before a postcode', 'Ort', (length: number) => `a${' '.repeat(length)}8001b`],
    ['blanks in an address', 'Adresse', (length: number) => `a${' '.repeat(length)}b`],
    ['words in an address', 'Adresse', (length: number) => 'leer '.repeat(length / 5) + 'b'],
    ['commas in an address', 'Adresse', (length: number) => 'a,'.repeat(length / 2) + 'b'],
    ['letters behind a #', 'Name', (length: number) => `#${'A'.repeat(length)}b`],
  ])('%s', async (_, heading, textOf) => {
    await timeOf({});
    const short = await timeOf({ [heading]: textOf(SHORT) });
    const long = await timeOf({ [heading]: textOf(SHORT * 16) });
    // The square of 16 is 256.
    expect(long / (short + 1)).toBeLessThan(60);
  });
});
