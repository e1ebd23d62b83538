import { act } from '@testing-library/react';

/** Presses a button twice by the keyboard, before anything of the first press is rendered: the browser was busy meanwhile. */
export function pressTwice(button: HTMLElement): void {
  act(() => {
    button.click();
    button.click();
  });
}
