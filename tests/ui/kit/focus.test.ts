import { afterEach, expect, it } from 'vitest';
import { must } from '../../support/must';
import { trackFocus } from '~/kit/ui/focus';

afterEach(() => document.body.replaceChildren());

it('knows that a field was left before the page reacts to it', () => {
  document.body.innerHTML = '<form><input name="first" /><input name="second" /></form>';
  const [first, second] = document.querySelectorAll('input');
  const focused = trackFocus(document.body);
  let seen: HTMLElement | null | undefined;
  must(document.querySelector('form'), 'form').addEventListener('focusout', () => {
    seen = focused.control();
  });
  must(first, 'first').focus();
  expect(focused.control()).toBe(first);
  must(second, 'second').focus();
  expect(seen).toBeNull();
  expect(focused.control()).toBe(second);
  focused.stop();
});
