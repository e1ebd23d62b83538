import { expect, it } from 'vitest';
import { ListCount } from '~/kit/ui/list-count';
import { renderScreen } from '../../support/on-screen';

it.each([
  [100, '100 buildings'],
  [101, '101 buildings, "/" searches all of them'],
])('%i rows: %s', async (count, text) => {
  await renderScreen(<ListCount count={count} total={null} noun={['building', 'buildings']} />);
  expect(document.querySelector('main')).toHaveTextContent(text, { normalizeWhitespace: true });
  expect(document.querySelector('main p')?.textContent).toBe(text);
});
