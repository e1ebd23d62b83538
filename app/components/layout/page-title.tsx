import { useMatches } from '@tanstack/react-router';
import { useLayoutEffect } from 'react';

/** Keeps the document's title to the screen's, where the document itself is not rendered. */
export function PageTitle() {
  const title = useMatches({
    select: (matches) =>
      matches.flatMap(({ meta }) => meta ?? []).findLast((entry) => entry?.title !== undefined)
        ?.title,
  });
  // Before the effects of the screen, which may name its record.
  useLayoutEffect(() => {
    if (title !== undefined) document.title = title;
  }, [title]);
  return null;
}
