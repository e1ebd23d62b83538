import type { ParsingOptions, WorkBook } from '@e965/xlsx';

declare module '@e965/xlsx' {
  /** Reads a workbook from an opened archive. The package exports this function without a type. */
  export function parse_zip(
    archive: { files: Readonly<Record<string, { name: string; asNodeBuffer: () => Buffer }>> },
    options: ParsingOptions,
  ): WorkBook;
}
