import { screen, waitFor, within } from '@testing-library/react';
import { useState, type ComponentProps } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { ConfirmDelete } from '~/kit/feedback/confirm-delete';
import { dialog, noDialog, pressTwice, renderScreen } from '../../support/on-screen';

interface Thing {
  id: number | null;
  name: string;
}

type Flow = Partial<ComponentProps<typeof ConfirmDelete<Thing>>>;

const remove = vi.fn<(id: number) => Promise<unknown>>();
beforeEach(() => {
  remove.mockReset().mockResolvedValue(undefined);
});

function Example(flow: Flow) {
  const [record, setRecord] = useState<Thing | null>(null);
  const [deleted, setDeleted] = useState(false);
  return (
    <>
      {!deleted && <button onClick={() => setRecord({ id: 7, name: 'Bellevue' })}>Bellevue</button>}
      <button onClick={() => setRecord({ id: 8, name: '' })}>Nameless</button>
      <ConfirmDelete
        record={record}
        title="Delete Thing"
        question="Sure?"
        nameOf={({ name }) => name}
        remove={remove}
        success={{ toast: 'Thing deleted' }}
        failure={() => ({ toast: 'Failed to delete thing' })}
        onDeleted={() => setDeleted(true)}
        onDone={() => setRecord(null)}
        {...flow}
      />
    </>
  );
}

async function ask(flow: Flow = {}, name = 'Bellevue') {
  const opened = await renderScreen(<Example {...flow} />);
  await opened.press(name);
  return { ...opened, dialogElement: await dialog('Delete Thing') };
}

const focused = () => document.activeElement?.textContent;

it('names the record below the question, and keeps the focus, first on Cancel', async () => {
  const { user, dialogElement } = await ask();
  expect(dialogElement).toHaveAccessibleDescription(/^Sure\? ?Bellevue$/);
  expect(dialogElement).toHaveAttribute('aria-modal', 'true');
  expect(focused()).toBe('Cancel');
  await user.tab();
  expect(focused()).toBe('Delete');
  await user.tab();
  expect(focused()).toBe('Cancel');
});

it('asks without a name where there is none', async () => {
  const { dialogElement } = await ask({}, 'Nameless');
  expect(dialogElement).toHaveAccessibleDescription('Sure?');
});

it('calls once, waits for the answer, and says so; the focus does not go with the button', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  remove.mockReturnValue(promise);
  const { user, press, dialogElement } = await ask();
  await press('Delete');
  await press('Please wait...');
  await press('Cancel');
  await user.keyboard('{Escape}');
  expect(within(dialogElement).getByText('Bellevue')).toBeVisible();
  resolve();
  expect(await screen.findByText('Thing deleted')).toBeVisible();
  await noDialog();
  expect(remove.mock.calls).toEqual([[7]]);
  expect(screen.getByRole('main')).toHaveFocus();
});

it('calls once when it is confirmed twice before the dialog can show it', async () => {
  const { dialogElement } = await ask();
  pressTwice(within(dialogElement).getByText('Delete'));
  expect(await screen.findByText('Thing deleted')).toBeVisible();
  expect(remove).toHaveBeenCalledTimes(1);
});

it.each(['{Escape}', '{Enter}'])('does nothing when it is cancelled by %s', async (key) => {
  const { user } = await ask();
  await user.keyboard(key);
  await noDialog();
  expect(remove).not.toHaveBeenCalled();
  await waitFor(() => expect(focused()).toBe('Bellevue'));
});

it('shows a failure as a toast', async () => {
  remove.mockRejectedValue(new Error('no'));
  const { press } = await ask();
  await press('Delete');
  expect(await screen.findByText('Failed to delete thing')).toBeVisible();
  await noDialog();
});

it('or as a notice with OK, and the focus ends where it all began', async () => {
  remove.mockRejectedValue(new Error('no'));
  const { user, press } = await ask({
    failure: (error) => ({ title: 'Delete Failed', text: String(error) }),
  });
  await press('Delete');
  const notice = within(await screen.findByRole('dialog', { name: 'Delete Failed' }));
  expect(notice.getByText('Error: no')).toBeVisible();
  expect(notice.getAllByRole('button')).toHaveLength(1);
  await waitFor(() => expect(focused()).toBe('OK'));
  await user.keyboard('{Enter}');
  await noDialog();
  expect(focused()).toBe('Bellevue');
});
