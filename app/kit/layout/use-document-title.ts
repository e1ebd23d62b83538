import { useEffect } from 'react';
import { announce } from '~/kit/ui/announce';

/** Puts the record's name into the tab's title and announces it. The route's title is restored later. */
export function useDocumentTitle(name: string | null | undefined): void {
  useEffect(() => {
    if (!name) return;
    const before = document.title;
    const own = `${name} · Condo Admin`;
    document.title = own;
    announce(own);
    return () => {
      // The next screen may have set its title already.
      if (document.title === own) document.title = before;
    };
  }, [name]);
}
