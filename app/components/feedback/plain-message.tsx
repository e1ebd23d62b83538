import type { ReactNode } from 'react';

interface PlainMessageProps {
  children: ReactNode;
}

/** What a dialog or a toast has to say while its own code cannot be loaded. In the first download, so it is plain. */
export function PlainMessage({ children }: PlainMessageProps) {
  return (
    <div
      role="alert"
      className="pointer-events-auto fixed inset-x-4 bottom-4 z-60 mx-auto grid max-w-md gap-3 rounded-lg border border-line bg-surface p-4 text-ink shadow-float"
    >
      {children}
    </div>
  );
}
