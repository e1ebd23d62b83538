import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Button } from '~/kit/ui/button';

test.each([true, 'true'] as const)(
  'a button with aria-disabled %o keeps the focus, and no press does anything',
  async (disabled) => {
    const [onClick, onSubmit] = [vi.fn<() => void>(), vi.fn<() => void>()];
    render(
      <form onSubmit={onSubmit}>
        <Button type="submit" aria-disabled={disabled} onClick={onClick}>
          Save
        </Button>
      </form>,
    );
    const button = screen.getByRole('button', { name: 'Save' });
    const user = userEvent.setup();
    await user.click(button);
    await user.keyboard('{Enter} ');
    expect(button).toHaveFocus();
    expect(onClick).not.toHaveBeenCalled();
    expect(onSubmit).not.toHaveBeenCalled();
  },
);

test('without it a press is one', async () => {
  const onClick = vi.fn<() => void>();
  render(
    <Button aria-disabled={false} onClick={onClick}>
      Save
    </Button>,
  );
  await userEvent.setup().click(screen.getByRole('button', { name: 'Save' }));
  expect(onClick).toHaveBeenCalledTimes(1);
});
