import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';

/** Fragment of a building's address that opens an apartment; undefined without an apartment number. */
export function unitHash(apartmentNumber: string | null): string | undefined {
  return apartmentNumber?.trim() ? `unit-${apartmentNumber}` : undefined;
}

/** Open state of the palette, a menu and the like. Any navigation closes them, Back included. */
export function useOpenHere() {
  const pathname = useLocation({ select: (location) => location.pathname });
  const [open, setOpen] = useState(false);
  const [shownAt, setShownAt] = useState(pathname);
  if (shownAt !== pathname) {
    setShownAt(pathname);
    setOpen(false);
  }
  return [open, setOpen] as const;
}
