import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ComponentProps } from 'react';
import { describe, expect, it } from 'vitest';
import { ConfirmDelete } from '~/components/feedback/confirm-delete';
import { Toaster } from '~/components/feedback/toaster';
import { createQueryClient } from '~/lib/query-client';
import { pressTwice } from '../../support/press-twice';

interface Thing {
  id: number | null;
  name: string;
}

type Flow = Partial<ComponentProps<typeof ConfirmDelete<Thing>>>;

function Example(flow: Flow) {
  const [record, setRecord] = useState<Thing | null>(null);
  return (
    <main id="main" tabIndex={-1}>
      <button onClick={() => setRecord({ id: 7, name: 'Bellevue' })}>Bellevue</button>
      <button onClick={() => setRecord({ id: 8, name: '' })}>Nameless</button>
      <ConfirmDelete
        record={record}
        title="Delete Thing"
        question="Sure?"
        nameOf={({ name }) => name}
        remove={() => Promise.resolve()}
        success={{ toast: 'Thing deleted' }}
        failure={() => ({ toast: 'Failed to delete thing' })}
        onDone={() => setRecord(null)}
        {...flow}
      />
      <Toaster />
    </main>
  );
}

async function ask(flow: Flow = {}, name = 'Bellevue') {
  const user = userEvent.setup();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Example {...flow} />
    </QueryClientProvider>,
  );
  await user.click(screen.getByRole('button', { name }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Thing' }));
  return { user, dialog, press: (label: string) => user.click(dialog.getByText(label)) };
}

const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('the delete flow', () => {
  it('names the record below the question', async () => {
    await ask();
    expect(screen.getByRole('dialog')).toHaveAccessibleDescription(/^Sure\? ?Bellevue$/);
  });

  it('asks without a name where there is none', async () => {
    await ask({}, 'Nameless');
    expect(screen.getByRole('dialog')).toHaveAccessibleDescription('Sure?');
  });

  it('calls once, however often it is confirmed, and says so when that is done', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const removed: number[] = [];
    const { press, dialog } = await ask({
      remove: (id) => {
        removed.push(id);
        return promise;
      },
    });
    await press('Delete');
    await press('Please wait...');
    await press('Cancel');
    expect(dialog.getByText('Bellevue')).toBeVisible();
    expect(removed).toEqual([7]);
    resolve();
    expect(await screen.findByText('Thing deleted')).toBeVisible();
    await gone();
    expect(screen.getByRole('button', { name: 'Bellevue' })).toHaveFocus();
  });

  it('calls once for a double click', async () => {
    const removed: number[] = [];
    const { user, dialog } = await ask({
      remove: (id) => {
        removed.push(id);
        return Promise.resolve();
      },
    });
    await user.dblClick(dialog.getByText('Delete'));
    // The region of the toasts is rendered again as the dialog goes.
    await waitFor(() => expect(screen.getByText('Thing deleted')).toBeVisible());
    expect(removed).toEqual([7]);
  });

  it('calls once when it is confirmed twice before the dialog can show it', async () => {
    const removed: number[] = [];
    const { dialog } = await ask({
      remove: (id) => {
        removed.push(id);
        return Promise.resolve();
      },
    });
    pressTwice(dialog.getByText('Delete'));
    expect(await screen.findByText('Thing deleted')).toBeVisible();
    expect(removed).toEqual([7]);
  });

  it('does nothing when it is cancelled', async () => {
    const removed: number[] = [];
    const { press } = await ask({
      remove: (id) => {
        removed.push(id);
        return Promise.resolve();
      },
    });
    await press('Cancel');
    await gone();
    expect(removed).toEqual([]);
  });

  it('shows a failure as a toast', async () => {
    const { press } = await ask({ remove: () => Promise.reject(new Error('no')) });
    await press('Delete');
    expect(await screen.findByText('Failed to delete thing')).toBeVisible();
    await gone();
  });

  it('or as a notice with OK', async () => {
    const { user, press } = await ask({
      remove: () => Promise.reject(new Error('no')),
      failure: (error) => ({ title: 'Delete Failed', text: String(error) }),
    });
    await press('Delete');
    const notice = within(await screen.findByRole('dialog', { name: 'Delete Failed' }));
    expect(notice.getByText('Error: no')).toBeVisible();
    await user.click(notice.getByRole('button', { name: 'OK' }));
    await gone();
    expect(screen.getByRole('button', { name: 'Bellevue' })).toHaveFocus();
  });
});
