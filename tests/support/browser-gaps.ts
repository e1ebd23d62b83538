import { Blob, File } from 'node:buffer';
import { URL } from 'node:url';

/** Node's own forms, files and requests: a form can be put into a request of jsdom's, but not be read from one. */
export async function takeFormsOfNode(): Promise<void> {
  const { constructor: FormData } = await new Response(new URLSearchParams()).formData();
  // Vitest's Request for jsdom extends Node's.
  const extended: unknown = Object.getPrototypeOf(Request);
  const nodeRequest = extended === Function.prototype ? Request : extended;
  Object.assign(globalThis, { Blob, File, FormData, Request: nodeRequest, URL });
}

/** What jsdom leaves out of a browser and our components use: enough to render, not to measure. */
export function fillBrowserGaps(): void {
  window.matchMedia ??= (query) => ({
    matches: false,
    media: query,
    onchange: null,
    addListener() {},
    removeListener() {},
    addEventListener() {},
    removeEventListener() {},
    dispatchEvent: () => true,
  });
  window.ResizeObserver ??= class implements ResizeObserver {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  };
  // A test is never idle: what is prefetched then would take its time, and each test waits for what it needs.
  window.requestIdleCallback ??= () => 0;
  window.cancelIdleCallback ??= () => undefined;
  // jsdom has this one, and it only complains.
  window.scrollTo = () => {};
  fill(Element.prototype, {
    scrollIntoView() {},
    scrollTo() {},
    hasPointerCapture: () => false,
    setPointerCapture() {},
    releasePointerCapture() {},
  });
  fill(URL, {
    createObjectURL: () => 'blob:http://localhost/picture',
    revokeObjectURL() {},
  });
}

function fill(target: object, gaps: Readonly<Record<string, () => unknown>>): void {
  for (const [name, value] of Object.entries(gaps)) {
    if (!(name in target))
      Object.defineProperty(target, name, { value, configurable: true, writable: true });
  }
}
