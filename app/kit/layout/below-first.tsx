import { useElementScrollRestoration, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AWAITED, usePainted } from '~/kit/ui/page-moments';

const getWindow = () => window;

/**
 * Renders the lower part of a screen one frame later, so that the upper part appears sooner. If the URL or
 * Back leads further down, everything is rendered at once.
 */
export function BelowFirst({ children }: { children: ReactNode }) {
  const place = useElementScrollRestoration({ getElement: getWindow });
  const hash = useLocation({ select: (location) => location.hash });
  const isShown = usePainted(Boolean(place?.scrollY) || hash !== '');
  return isShown ? children : <div hidden {...{ [AWAITED]: true }} />;
}
