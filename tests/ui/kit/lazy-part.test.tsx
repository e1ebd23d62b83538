import { screen, waitFor } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { lazyPart } from '~/kit/feedback/lazy-part';
import { DialogWindow } from '~/kit/ui/dialog';
import { button, dialog, noDialog, renderScreen } from '../../support/on-screen';

const FAILURE = 'This part of the page could not be loaded. Check your connection and try again.';

interface Loaded {
  Window: (props: { open: boolean; onClose: () => void }) => ReactNode;
}

const LOADED: Loaded = {
  Window: (props) => <DialogWindow {...props} title="The window" />,
};

/** The error for missing code, as app/kit/feedback/missing-code.ts names it. */
const missing = () => Object.assign(new Error('Network error'), { name: 'MissingCodeError' });

/** Code that fails to load so many times, before it is there. */
function code(failures: number) {
  const load = vi.fn<() => Promise<Loaded>>();
  for (let time = 0; time < failures; time += 1) load.mockRejectedValueOnce(missing());
  return load.mockResolvedValue(LOADED);
}

/** A form with a button that opens the dialog. */
function Form({ WindowPart }: { WindowPart: ReturnType<typeof lazyPart<Loaded>> }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <form>
      <label>
        Name
        <input />
      </label>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <WindowPart open={open} onClose={close}>
        {({ Window }) => <Window open={open} onClose={close} />}
      </WindowPart>
    </form>
  );
}

async function openScreen(load: () => Promise<Loaded>) {
  // React reports what a boundary has caught.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const opened = await renderScreen(<Form WindowPart={lazyPart(load)} />);
  await opened.user.type(screen.getByLabelText('Name'), 'half a na');
  return opened;
}

const expectTyped = () => expect(screen.getByLabelText('Name')).toHaveValue('half a na');

test('a dialog is loaded when it opens, and gives the focus back when it closes', async () => {
  const load = code(0);
  const { user, press } = await openScreen(load);
  expect(load).not.toHaveBeenCalled();
  await press('Open');
  await dialog('The window');
  await user.keyboard('{Escape}');
  await noDialog();
  await waitFor(() => expect(button('Open')).toHaveFocus());
  await press('Open');
  await dialog('The window');
  expect(load).toHaveBeenCalledTimes(1);
});

test('what cannot be loaded says so, loses no form, and is tried again by Retry', async () => {
  const load = code(2);
  const { user, press } = await openScreen(load);
  await press('Open');
  expect(await screen.findByRole('alert')).toHaveTextContent(FAILURE);
  expectTyped();
  await press('Retry');
  await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
  expect(await screen.findByRole('alert')).toHaveTextContent(FAILURE);
  await press('Retry');
  await dialog('The window');
  expect(screen.queryByRole('alert')).toBeNull();
  expectTyped();
  await user.keyboard('{Escape}');
  await noDialog();
  await waitFor(() => expect(button('Open')).toHaveFocus());
});

test('a failure can be closed, and the next press tries again', async () => {
  const { press } = await openScreen(code(1));
  await press('Open');
  await press('Cancel');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(button('Open')).toHaveFocus();
  await press('Open');
  await dialog('The window');
  expectTyped();
});

test('a part of the page shows its failure in its place', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = code(1);
  const WindowPart = lazyPart(load);
  const { press } = await renderScreen(
    <WindowPart fallback={<p>On its way</p>}>{() => <p>Here it is</p>}</WindowPart>,
  );
  expect(await screen.findByRole('alert')).toHaveTextContent(FAILURE);
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  await press('Retry');
  expect(await screen.findByText('Here it is')).toBeVisible();
  expect(screen.queryByText('On its way')).toBeNull();
});
