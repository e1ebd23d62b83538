import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';

/** Whether something beside the screens is open, such as the palette or a menu. It closes when another screen comes, by Back too. */
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
