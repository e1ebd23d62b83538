import type { ReactNode } from 'react';

/** The message of a dialog or toast whose own code cannot be loaded. It is in the first download, so it is plain. */
export function PlainMessage({ children }: { children: ReactNode }) {
  return (
    <div
      role="alert"
      className="pointer-events-auto fixed inset-x-4 bottom-4 z-toast mx-auto grid max-w-md gap-3 rounded-lg border border-line bg-surface p-4 text-ink shadow-float"
    >
      {children}
    </div>
  );
}
