import { useEffect } from 'react';
import { announce } from './announce';

/** Names the record that is open in the tab's title, and says it; the route's own title comes back afterwards. */
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
