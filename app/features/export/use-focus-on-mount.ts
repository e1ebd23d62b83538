import { useEffect, useRef } from 'react';

/** For the button that takes the place of the one that was pressed. */
export function useFocusOnMount(wanted: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const first = useRef(wanted);
  useEffect(() => {
    if (first.current) button.current?.focus();
  }, []);
  return button;
}
