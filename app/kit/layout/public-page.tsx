import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAnswersPresses } from '~/kit/ui/early-presses';

/** The logo: a facade with its windows, in Swiss red. */
export function Mark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden className="size-7 shrink-0 text-brand">
      <rect width="24" height="24" rx="4" fill="currentColor" />
      <path
        fill="#fff"
        d="M6 6h4.5v4.5H6zM13.5 6H18v4.5h-4.5zM6 13.5h4.5V18H6zM13.5 13.5H18V18h-4.5z"
      />
    </svg>
  );
}

export function Brand() {
  return (
    <Link
      to="/dashboard"
      className="flex min-h-10 shrink-0 items-center gap-2.5 rounded-md text-ink"
    >
      <Mark />
      <span className="text-lg font-semibold tracking-tight max-sm:sr-only">Condo Admin</span>
    </Link>
  );
}

/**
 * A card on a page without a session, such as that of a mailed link. Its position is that of the sign-in
 * card.
 */
export function PublicPage({ title, children }: { title: string; children: ReactNode }) {
  useAnswersPresses();
  return (
    <main
      id="main"
      className="grid min-h-dvh content-start justify-items-center bg-canvas p-4 pt-[max(1rem,18dvh)]"
    >
      <p className="mb-6 flex items-center gap-2.5 text-lg font-semibold">
        <Mark /> Condo Admin
      </p>
      <section className="w-full max-w-md rounded-xl border border-line bg-surface p-6 shadow-card sm:p-8">
        {/* Focusable, since page-focus.tsx moves the focus here when a form is replaced. */}
        <h1 tabIndex={-1} className="mb-5 text-title font-semibold focus:outline-none">
          {title}
        </h1>
        {children}
      </section>
    </main>
  );
}
