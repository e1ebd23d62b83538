import { CSV_SEPARATORS, type CsvSeparator } from '~/contract/export';
import { keepItem, readItem } from '~/lib/stored';

const STORAGE_KEY = 'csv_separator';

/** The separator that was chosen last in this browser. */
export function rememberedSeparator(): CsvSeparator {
  const stored = readItem(STORAGE_KEY);
  return CSV_SEPARATORS.find((separator) => separator === stored) ?? CSV_SEPARATORS[0];
}

/** Where it cannot be kept, the choice still applies in this dialog. */
export function rememberSeparator(separator: CsvSeparator): void {
  keepItem(STORAGE_KEY, separator);
}
