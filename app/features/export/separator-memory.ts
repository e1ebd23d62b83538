import { CSV_SEPARATORS, type CsvSeparator } from '~/contract/export';

const STORAGE_KEY = 'csv_separator';

/** The separator that was chosen last in this browser. */
export function rememberedSeparator(): CsvSeparator {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return CSV_SEPARATORS.find((separator) => separator === stored) ?? CSV_SEPARATORS[0];
  } catch {
    return CSV_SEPARATORS[0];
  }
}

export function rememberSeparator(separator: CsvSeparator): void {
  try {
    localStorage.setItem(STORAGE_KEY, separator);
  } catch {
    // Storage is full or blocked; the choice still applies in this dialog.
  }
}
