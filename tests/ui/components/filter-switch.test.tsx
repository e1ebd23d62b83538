import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { FilterSwitch } from '~/components/list/filter-control';
import { renderScreen } from '../../support/on-screen';

/** The address follows a press when it is told to. */
function Filter() {
  const [checked, setChecked] = useState(false);
  return (
    <>
      <FilterSwitch label="Inactive" checked={checked} onChange={() => undefined} />
      <button type="button" onClick={() => setChecked(!checked)}>
        Follow
      </button>
    </>
  );
}

test('a press shows before the address follows, and another address wins', async () => {
  const { user } = await renderScreen(<Filter />);
  const box = screen.getByRole('checkbox', { name: 'Inactive' });
  await user.click(box);
  expect(box).toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Follow' }));
  expect(box).toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Follow' }));
  expect(box).not.toBeChecked();
});
