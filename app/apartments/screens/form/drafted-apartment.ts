import { useEffect, useEffectEvent, useRef } from 'react';
import type { Apartment } from '~/apartments/fields';
import { hasDraft } from '~/kit/form/drafts';

/** The draft key of an apartment's form, or of the form for a new apartment of `condoId`. */
export function apartmentDraftKey(id: number | null, condoId?: number): string {
  if (id !== null) return `apartment/${id}`;
  return condoId === undefined ? 'apartment/new' : `condo/${condoId}/apartment/new`;
}

/** Reopens, once, the form that was open when the session ended, as soon as its apartment is listed. */
export function useDraftedApartment(
  apartments: readonly Apartment[] | undefined,
  open: (apartment: Apartment) => void,
): void {
  const looked = useRef(false);
  const openNow = useEffectEvent(open);
  useEffect(() => {
    if (!apartments || looked.current) return;
    looked.current = true;
    const drafted = apartments.find(({ id }) => id !== null && hasDraft(apartmentDraftKey(id)));
    if (drafted) openNow(drafted);
  }, [apartments]);
}
