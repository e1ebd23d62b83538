import type { ComponentType, ReactNode } from 'react';

let Document: ComponentType<{ children: ReactNode }> | undefined;

/** Loads the document of a page that the server has rendered, before the browser hydrates it. */
export async function loadPageDocument(): Promise<void> {
  Document = (await import('./-page-document')).PageDocument;
}

/** The loaded document. Undefined if the panel replaces the server's shell in the browser. */
export const loadedPageDocument = () => Document;
