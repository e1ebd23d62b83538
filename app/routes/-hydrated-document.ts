import type { ComponentType, ReactNode } from 'react';

let Document: ComponentType<{ children: ReactNode }> | undefined;

/** Loads the document of a page that the server has rendered, before the browser hydrates it. */
export async function loadPageDocument(): Promise<void> {
  Document = (await import('./-page-document')).PageDocument;
}

/** Undefined in the browser where the panel takes the place of the server's shell. */
export const loadedPageDocument = () => Document;
