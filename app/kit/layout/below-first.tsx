import { useElementScrollRestoration, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AWAITED, usePainted } from '~/kit/ui/page-moments';

const getWindow = () => window;

/**
 * Renders the lower part of a screen after the frame with what is above it, so that a press shows its screen
 * sooner; at once where the address or Back leads to a place further down.
 */
export function BelowFirst({ children }: { children: ReactNode }) {
  const place = useElementScrollRestoration({ getElement: getWindow });
  const hash = useLocation({ select: (location) => location.hash });
  const isShown = usePainted(Boolean(place?.scrollY) || hash !== '');
  return isShown ? children : <div hidden {...{ [AWAITED]: true }} />;
}
