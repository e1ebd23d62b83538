import { searchText } from './search-text';

const LANGUAGES = ['de', 'fr', 'it', 'en', 'de-AT'] as const;

let numbers: ReadonlyMap<string, number> | undefined;

/** 1 to 12 for the name of a month or its common abbreviation in German, French, Italian or English. */
export function monthNumber(name: string): number | undefined {
  numbers ??= readNames();
  return numbers.get(nameKey(name));
}

function readNames(): ReadonlyMap<string, number> {
  const names = new Map<string, number>();
  for (const language of LANGUAGES) {
    for (const month of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(language, { month, day: 'numeric', timeZone: 'UTC' });
      for (let number = 1; number <= 12; number += 1) {
        const parts = format.formatToParts(new Date(Date.UTC(2000, number - 1, 1)));
        const name = parts.find(({ type }) => type === 'month')?.value ?? '';
        names.set(nameKey(name), number);
        // Excel abbreviates to three letters where a language uses more; "jui" is ambiguous.
        const cut = nameKey(name).slice(0, 3);
        if (cut !== 'jui' && !names.has(cut)) names.set(cut, number);
      }
    }
  }
  return names;
}

function nameKey(name: string): string {
  return searchText(name).replaceAll('.', '');
}
