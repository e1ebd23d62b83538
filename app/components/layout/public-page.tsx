import type { ReactNode } from 'react';

/** A card in the middle of a page that needs no session, such as that of a mailed link. */
export function PublicPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main id="main" className="grid min-h-dvh place-items-center bg-canvas p-4">
      <section className="w-full max-w-md rounded-xl border border-line bg-surface p-6 shadow-card sm:p-8">
        <h1 className="mb-5 text-title font-semibold">{title}</h1>
        {children}
      </section>
    </main>
  );
}
