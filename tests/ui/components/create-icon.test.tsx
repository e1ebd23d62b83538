import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import createIcon from '~/components/ui/create-icon';

test("an icon has lucide's shapes and no name of its own", () => {
  const Icon = createIcon({
    node: [
      ['path', { d: 'M4 5h16', key: 'a' }],
      ['circle', { cx: '5', cy: '6', r: '7', key: 'b' }],
    ],
  });
  render(<Icon data-testid="icon" className="size-4" strokeWidth={1.5} />);
  const icon = screen.getByTestId('icon');
  expect(icon).toHaveAttribute('aria-hidden', 'true');
  expect(icon).toHaveClass('size-4');
  expect(icon).toHaveAttribute('stroke-width', '1.5');
  expect(icon.innerHTML).toBe('<path d="M4 5h16"></path><circle cx="5" cy="6" r="7"></circle>');
});
