import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Pagination } from '~/kit/table/pagination';
import { button, textsOf } from '../../support/on-screen';

test('is hidden when there is one page', () => {
  const { container } = render(<Pagination current={1} total={1} onPage={() => {}} />);
  expect(container).toBeEmptyDOMElement();
});

test('says which page is shown and leads to the others', async () => {
  const onPage = vi.fn<(page: number) => void>();
  const user = userEvent.setup();
  render(<Pagination current={5} total={9} onPage={onPage} />);
  const control = within(screen.getByRole('navigation', { name: 'Pagination' }));

  expect(textsOf(control.getAllByRole('listitem')).join(' ')).toBe(
    'Previous 1 … 3 4 5 6 7 … 9 Next',
  );
  expect(control.getByRole('button', { name: '5' })).toHaveAttribute('aria-current', 'page');
  expect(control.getByRole('button', { name: '4' })).not.toHaveAttribute('aria-current');
  await user.click(control.getByRole('button', { name: '9' }));
  await user.click(control.getByRole('button', { name: 'Previous' }));
  await user.click(control.getByRole('button', { name: 'Next' }));
  expect(onPage.mock.calls).toEqual([[9], [4], [6]]);
});

function Paged({ total }: { total: number }) {
  const [page, setPage] = useState(1);
  return <Pagination current={page} total={total} onPage={setPage} />;
}

test('Next and Previous keep the focus, and hand it to the page number where they end', async () => {
  const user = userEvent.setup();
  render(<Paged total={3} />);
  expect(button('Previous')).toBeDisabled();
  await user.click(button('Next'));
  expect(button('Next')).toHaveFocus();
  await user.click(button('Next'));
  expect(button('3')).toHaveFocus();
  expect(button('Next')).toBeDisabled();
  await user.click(button('Previous'));
  expect(button('Previous')).toHaveFocus();
  await user.click(button('Previous'));
  expect(button('1')).toHaveFocus();
});

test('a page is announced when the pointer reaches it, so that it can be fetched ahead', async () => {
  const onIntent = vi.fn<(page: number) => void>();
  render(<Pagination current={1} total={9} onPage={() => {}} onIntent={onIntent} />);
  await userEvent.hover(screen.getByRole('button', { name: '3' }));
  expect(onIntent).toHaveBeenCalledWith(3);
});
