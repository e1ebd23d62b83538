import { useLayoutEffect, useRef } from 'react';

/** Presses a key once what React rendered is in the document, and before it is painted. Place it last. */
export function PressBeforePaint({ press }: { press: KeyboardEventInit }) {
  const pressed = useRef(false);
  useLayoutEffect(() => {
    if (pressed.current) return;
    pressed.current = true;
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...press }),
    );
  }, [press]);
  return null;
}
