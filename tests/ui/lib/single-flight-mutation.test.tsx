import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createQueryClient } from '~/lib/query-client';
import { useSingleFlightMutation } from '~/lib/use-single-flight-mutation';
import { pressTwice } from '../../support/on-screen';

/** A button that sends; `answers` has what ends each call. */
function renderButton() {
  const answers: PromiseWithResolvers<void>[] = [];
  const said: string[] = [];
  function Send() {
    const send = useSingleFlightMutation({
      mutationFn: () => {
        const call = Promise.withResolvers<void>();
        answers.push(call);
        return call.promise;
      },
    });
    return (
      <button
        onClick={() =>
          send.mutate(undefined, {
            onSuccess: () => void said.push('sent'),
            onError: () => void said.push('failed'),
          })
        }
      >
        {send.isPending ? 'Sending' : 'Send'}
      </button>
    );
  }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Send />
    </QueryClientProvider>,
  );
  return { answers, said, button: screen.getByRole('button') };
}

const idle = () => screen.findByRole('button', { name: 'Send' });

describe('a change that a press starts', () => {
  it('is made once, however often it is pressed before the answer', async () => {
    const { answers, said, button } = renderButton();
    pressTwice(button);
    await screen.findByText('Sending');
    pressTwice(button);
    expect(answers).toHaveLength(1);
    answers[0]?.resolve();
    await idle();
    expect(said).toEqual(['sent']);
  });

  it('is not made again by a press that comes after the answer, and before the screen shows it', async () => {
    const { answers, button } = renderButton();
    pressTwice(button);
    await screen.findByText('Sending');
    await act(async () => {
      answers[0]?.resolve();
      // The call has been answered; its notification has not been rendered.
      for (let step = 0; step < 20; step += 1) await Promise.resolve();
      button.click();
    });
    expect(answers).toHaveLength(1);
  });

  it.each(['resolve', 'reject'] as const)('can be made again after %s', async (end) => {
    const { answers, said, button } = renderButton();
    pressTwice(button);
    await screen.findByText('Sending');
    answers[0]?.[end]();
    await idle();
    pressTwice(button);
    await waitFor(() => expect(answers).toHaveLength(2));
    expect(said).toEqual([end === 'resolve' ? 'sent' : 'failed']);
  });
});
