import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { LazyConfirmDialog, LazyNoticeDialog } from '~/components/feedback/lazy-confirm-dialog';

const QUESTION = 'Are you sure you want to delete this building? This action cannot be undone.';

interface ExampleProps {
  tone?: 'danger' | 'default';
  busy?: boolean;
  onConfirm?: () => void;
  /** After confirming, the opener is removed and a notice reports a failure. */
  fails?: boolean;
}

function Example({ tone = 'danger', busy = false, onConfirm, fails = false }: ExampleProps) {
  const [open, setOpen] = useState(false);
  const [failed, setFailed] = useState(false);
  const [gone, setGone] = useState(false);
  return (
    <main id="main" tabIndex={-1}>
      {!gone && <button onClick={() => setOpen(true)}>Open</button>}
      <button onClick={() => setGone(true)}>Other</button>
      <LazyConfirmDialog
        open={open}
        title="Delete Building"
        description={QUESTION}
        confirmLabel="Delete"
        cancelLabel="Cancel"
        tone={tone}
        busy={busy}
        onConfirm={() => {
          onConfirm?.();
          setOpen(false);
          setFailed(fails);
          setGone(!fails);
        }}
        onCancel={() => setOpen(false)}
      />
      <LazyNoticeDialog
        open={failed}
        title="Delete Failed"
        description="Failed to delete building."
        onClose={() => setFailed(false)}
      />
    </main>
  );
}

async function openExample(props: ExampleProps = {}) {
  const user = userEvent.setup();
  render(<Example {...props} />);
  await user.click(screen.getByRole('button', { name: 'Open' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete Building' });
  return { user, dialog };
}

const focused = () => document.activeElement?.textContent;

test('asks by name and description, starting on Cancel when something is destroyed', async () => {
  const { dialog } = await openExample();
  expect(dialog).toHaveAccessibleDescription(QUESTION);
  expect(dialog).toHaveAttribute('aria-modal', 'true');
  expect(focused()).toBe('Cancel');
});

test('starts on the answer otherwise', async () => {
  await openExample({ tone: 'default' });
  expect(focused()).toBe('Delete');
});

test('the focus stays inside', async () => {
  const { user } = await openExample();
  await user.tab();
  expect(focused()).toBe('Delete');
  await user.tab();
  expect(focused()).toBe('Cancel');
});

test('Cancel closes and gives the focus back', async () => {
  const { user } = await openExample();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await waitFor(() => expect(focused()).toBe('Open'));
});

test('Escape closes', async () => {
  const { user } = await openExample();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await waitFor(() => expect(focused()).toBe('Open'));
});

test('while busy it waits: no Escape, no second answer', async () => {
  const onConfirm = vi.fn<() => void>();
  const { user } = await openExample({ busy: true, onConfirm });
  await user.keyboard('{Escape}');
  const confirm = screen.getByRole('button', { name: 'Please wait...' });
  confirm.click();
  screen.getByRole('button', { name: 'Cancel' }).click();
  expect(onConfirm).not.toHaveBeenCalled();
  expect(screen.getByRole('dialog')).toBeVisible();
});

test('where the opener has gone, the focus goes to the main area', async () => {
  const { user } = await openExample();
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
});

test('a notice that follows has one button, and the focus ends where it all began', async () => {
  const { user } = await openExample({ fails: true });
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  const notice = await screen.findByRole('dialog', { name: 'Delete Failed' });
  expect(notice.querySelectorAll('button')).toHaveLength(1);
  await waitFor(() => expect(focused()).toBe('OK'));
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await waitFor(() => expect(focused()).toBe('Open'));
});
