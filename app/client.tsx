import { RouterProvider } from '@tanstack/react-router';
import { hydrateStart } from '@tanstack/react-start/client';
import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { loadPageDocument } from '~/routes/-hydrated-document';
import { panelElement } from '~/kit/layout/panel-element';
import { keepLanguageWithAccount } from '~/accounts/account-language';
import { showPageLanguage } from '~/language/languages';

/**
 * Hydrates a page that the server has rendered. An empty shell is replaced by the panel
 * (docs/decisions/0041).
 */
async function start(): Promise<void> {
  const panel = panelElement();
  // Runs before the router, which names the pages in this language.
  await showPageLanguage();
  keepLanguageWithAccount();
  const router = await hydrateStart();
  const page = (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  );
  if (!panel) {
    await loadPageDocument();
    startTransition(() => {
      hydrateRoot(document, page);
    });
    return;
  }
  await router.load();
  keepShellFocus(panel);
  createRoot(panel).render(page);
}

/** Keeps the focus on the same control when the panel replaces the server's shell (docs/decisions/0041). */
function keepShellFocus(panel: HTMLElement): void {
  const focused = document.activeElement;
  if (!focused || !panel.contains(focused)) return;
  const sameName = (control: Element) =>
    control.textContent === focused.textContent && control.ariaLabel === focused.ariaLabel;
  new MutationObserver((_, observer) => {
    const controls = [...panel.querySelectorAll<HTMLElement>(focused.tagName)];
    observer.disconnect();
    controls.find(sameName)?.focus({ preventScroll: true });
  }).observe(panel, { childList: true });
}

void start();
