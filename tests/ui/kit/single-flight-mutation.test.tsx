import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useSingleFlightMutation } from '~/kit/ui/use-single-flight-mutation';
import { pressTwice, renderScreen } from '../../support/on-screen';

/** Presses a button twice that sends; `answers` has what ends each call. */
async function sendTwice() {
  const answers: PromiseWithResolvers<void>[] = [];
  const outcomes: string[] = [];
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
            onSuccess: () => void outcomes.push('sent'),
            onError: () => void outcomes.push('failed'),
          })
        }
      >
        {send.isPending ? 'Sending' : 'Send'}
      </button>
    );
  }
  await renderScreen(<Send />);
  const button = screen.getByRole('button');
  pressTwice(button);
  await screen.findByText('Sending');
  return { answers, outcomes, button };
}

const idle = () => screen.findByRole('button', { name: 'Send' });

it('is made once, however often it is pressed before the answer', async () => {
  const { answers, outcomes, button } = await sendTwice();
  pressTwice(button);
  expect(answers).toHaveLength(1);
  answers[0]?.resolve();
  await idle();
  expect(outcomes).toEqual(['sent']);
});

it('is not made again by a press that comes after the answer, and before the screen shows it', async () => {
  const { answers, button } = await sendTwice();
  await act(async () => {
    answers[0]?.resolve();
    // The call has been answered; its notification has not been rendered.
    for (let step = 0; step < 20; step += 1) await Promise.resolve();
    button.click();
  });
  expect(answers).toHaveLength(1);
});

it.each(['resolve', 'reject'] as const)('can be made again after %s', async (end) => {
  const { answers, outcomes, button } = await sendTwice();
  answers[0]?.[end]();
  await idle();
  pressTwice(button);
  await waitFor(() => expect(answers).toHaveLength(2));
  expect(outcomes).toEqual([end === 'resolve' ? 'sent' : 'failed']);
});
