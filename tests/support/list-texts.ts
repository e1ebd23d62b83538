import type { TestProject } from 'vitest/node';
import { extractTexts } from '../../scripts/lib/texts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Every text of the sources, with the singular of one that counts. */
    texts: Array<[english: string, singular: string | null]>;
  }
}

/** Reading the sources takes a second: once for all files of tests. */
export default function listTexts(project: TestProject): void {
  project.provide('texts', [...extractTexts()]);
}
