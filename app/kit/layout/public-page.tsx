import type { ReactNode } from 'react';
import { Mark } from './brand';
import { useAnswersPresses } from '~/kit/ui/early-presses';

/** A card on a page without a session, such as that of a mailed link; positioned like the sign-in card. */
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
        {/* Focusable: what replaces a form leaves the focus here (page-focus.tsx). */}
        <h1 tabIndex={-1} className="mb-5 text-title font-semibold focus:outline-none">
          {title}
        </h1>
        {children}
      </section>
    </main>
  );
}
