import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { RowLink, RowLinks } from '~/kit/table/row-links';
import { Button } from '~/kit/ui/button';
import { renderScreen } from '../../support/on-screen';

/** Renders the links in a router that preloads by intent, like the panel's. */
async function renderLinks(opensRow = false) {
  const opened = await renderScreen(
    <>
      <RowLink
        link={{ to: '/condos', search: { search: 'list', sort_by: 'id' } }}
        opensRow={opensRow}
      >
        View
      </RowLink>
      <a href="#elsewhere">Another</a>
    </>,
    '/screen',
    { defaultPreload: 'intent' },
  );
  const preloads = vi.spyOn(opened.router, 'preloadRoute').mockResolvedValue(undefined);
  return { ...opened, preload: preloads, link: screen.getByRole('link', { name: 'View' }) };
}

test('a press opens the address in the page', async () => {
  const { link, router } = await renderLinks();
  expect(link).toHaveAttribute('href', '/condos?search=list&sort_by=id');
  const isOfBrowser = fireEvent.click(link);
  expect(isOfBrowser).toBe(false);
  expect(await screen.findByText('At /condos')).toBeVisible();
  expect(router.state.location.searchStr).toBe('?search=list&sort_by=id');
});

test.each([
  { ctrlKey: true },
  { metaKey: true },
  { shiftKey: true },
  { altKey: true },
  { button: 1 },
])('the browser opens it where it is to be elsewhere: %o', async (press) => {
  const { link, router } = await renderLinks();
  const event = createEvent.click(link, press);
  // jsdom opens nothing, and says so.
  window.addEventListener('click', (last) => last.preventDefault(), { once: true });
  const prevented = vi.spyOn(event, 'preventDefault');
  fireEvent(link, event);
  expect(router.state.location.pathname).toBe('/screen');
  expect(prevented).toHaveBeenCalledTimes(1);
});

test('the pointer and the focus preload what it leads to, once it rests there', async () => {
  const { user, link, preload } = await renderLinks();
  await user.hover(link);
  await user.unhover(link);
  await user.hover(screen.getByRole('link', { name: 'Another' }));
  await user.hover(link);
  await waitFor(() =>
    expect(preload).toHaveBeenCalledWith(expect.objectContaining({ to: '/condos' })),
  );
  expect(preload).toHaveBeenCalledTimes(1);
  link.focus();
  await waitFor(() => expect(preload).toHaveBeenCalledTimes(2));
});

test('where its row preloads, the link does not, and a press still opens', async () => {
  const { link, preload } = await renderLinks(true);
  link.focus();
  fireEvent.click(link);
  expect(await screen.findByText('At /condos')).toBeVisible();
  expect(preload).not.toHaveBeenCalled();
});

async function renderRow(cell?: ReactNode) {
  const opened = await renderScreen(
    <RowLinks>
      <table>
        <tbody>
          <tr aria-rowindex={2}>
            <td>Free</td>
            <td>
              <RowLink link={{ to: '/users' }}>Edit</RowLink>
              <RowLink link={{ to: '/condos' }} opensRow>
                Name
              </RowLink>
              <label>
                <input type="checkbox" /> Select
              </label>
            </td>
            {cell}
          </tr>
        </tbody>
      </table>
    </RowLinks>,
  );
  const openTab = vi.spyOn(window, 'open').mockReturnValue(null);
  return { ...opened, openTab, free: screen.getByText('Free') };
}

const path = (router: Awaited<ReturnType<typeof renderRow>>['router']) =>
  router.state.location.pathname;

describe('a row', () => {
  test('opens its record by a press where there is no control and no text was selected', async () => {
    const { free, user, router } = await renderRow();
    await user.click(screen.getByText('Select'));
    getSelection()?.selectAllChildren(free);
    fireEvent.click(free);
    expect(path(router)).toBe('/screen');
    getSelection()?.removeAllRanges();
    fireEvent.click(free);
    expect(await screen.findByText('At /condos')).toBeVisible();
  });

  test('opens a new tab by the middle button or with Ctrl, and does not scroll', async () => {
    const { free, router, openTab } = await renderRow();
    expect(fireEvent.mouseDown(free, { button: 1 })).toBe(false);
    expect(fireEvent.mouseDown(free)).toBe(true);
    fireEvent(free, new MouseEvent('auxclick', { button: 1, bubbles: true }));
    fireEvent.click(free, { ctrlKey: true });
    expect(openTab.mock.calls).toEqual([
      ['/condos', '_blank', 'noopener'],
      ['/condos', '_blank', 'noopener'],
    ]);
    expect(path(router)).toBe('/screen');
  });

  test.each<[string, () => ReactNode]>([
    ['button', () => <Button disabled>Control</Button>],
    ['button that keeps the focus', () => <Button aria-disabled>Control</Button>],
    [
      'button with an icon',
      () => (
        <Button disabled>
          <b>Control</b>
        </Button>
      ),
    ],
    ['input', () => <input disabled aria-label="Control" placeholder="Control" />],
    ['select', () => <select disabled aria-label="Control" />],
    ['text area', () => <textarea disabled placeholder="Control" />],
    // oxlint-disable-next-line jsx-a11y/anchor-is-valid -- a link that leads nowhere has no address
    ['link', () => <a aria-disabled>Control</a>],
    ['box', () => <span role="checkbox" aria-checked={false} aria-disabled aria-label="Control" />],
    ['role', () => <span role="button" aria-disabled aria-label="Control" />],
    ['part that is marked', () => <span aria-disabled>Control</span>],
  ])('does nothing when a disabled %s in it is pressed', async (_, control) => {
    const { user, router, openTab } = await renderRow(<td>{control()}</td>);
    const pressed =
      screen.queryByText('Control') ??
      screen.queryByLabelText('Control') ??
      screen.getByPlaceholderText('Control');
    // Nothing lets the press through to what is behind it.
    expect(pressed.closest('[class*=pointer-events-none]')).toBeNull();
    await user.click(pressed);
    fireEvent.click(pressed);
    fireEvent.click(pressed, { ctrlKey: true });
    fireEvent(pressed, new MouseEvent('auxclick', { button: 1, bubbles: true }));
    expect(path(router)).toBe('/screen');
    expect(openTab).not.toHaveBeenCalled();
  });
});
