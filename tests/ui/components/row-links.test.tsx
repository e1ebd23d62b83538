import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { RowLink, RowLinks } from '~/components/table/row-links';
import { renderScreen } from '../../support/render-screen';

async function renderLinks(preloads?: boolean) {
  const opened = await renderScreen(
    <RowLinks preload={preloads}>
      <RowLink link={{ to: '/condos', search: { search: 'list', sort_by: 'id' } }}>View</RowLink>
      <a href="#elsewhere">Another</a>
    </RowLinks>,
  );
  const preload = vi.spyOn(opened.router, 'preloadRoute').mockResolvedValue(undefined);
  return { ...opened, preload, link: screen.getByRole('link', { name: 'View' }) };
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
    expect(preload).toHaveBeenCalledWith({ to: '/condos?search=list&sort_by=id' }),
  );
  expect(preload).toHaveBeenCalledTimes(1);
  link.focus();
  expect(preload).toHaveBeenCalledTimes(2);
});

test('where links preload nothing, the focus loads nothing, and a press still opens', async () => {
  const { link, preload } = await renderLinks(false);
  link.focus();
  fireEvent.click(link);
  expect(await screen.findByText('At /condos')).toBeVisible();
  expect(preload).not.toHaveBeenCalled();
});
