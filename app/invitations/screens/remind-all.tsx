import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ModalMessage } from '~/kit/feedback/confirm-dialog';
import { StillWaiting } from '~/kit/feedback/query-state';
import { toast } from '~/kit/feedback/toast';
import { Button, firstPress } from '~/kit/ui/button';
import { formatCount } from '~/language/format';
import { t } from '~/language/texts';
import { detailOrMessage } from '~/rpc/errors/app-error';
import { embeddedQuery } from '~/rpc/queries';
import { useEmbeddedChange } from '~/rpc/use-embedded-change';

/** Reminds everyone whose link has ended or ends soon. The dialog shows their number first. */
export function RemindAll() {
  const [open, setOpen] = useState(false);
  const cancel = useRef<HTMLButtonElement>(null);
  // Read again on each opening, since a resend or an acceptance changes the number.
  const due = useQuery({ ...embeddedQuery('reminders.count', {}), enabled: open, gcTime: 0 });
  const close = () => setOpen(false);
  const remind = useEmbeddedChange('reminders.send', {
    onSuccess: ({ count }) => {
      toast.success(t`${remindersOf(count)} sent`);
      close();
    },
    onError: (error) => toast.error(detailOrMessage(error)),
  });
  const count = due.isFetching ? null : (due.data?.count ?? null);
  return (
    <>
      <Button variant="secondary" data-palette onClick={() => setOpen(true)}>
        {t`Remind all`}
      </Button>
      <ModalMessage
        open={open}
        title={t`Remind all`}
        description={due.isError ? detailOrMessage(due.error) : question(count)}
        onEscape={remind.isPending ? null : close}
        firstFocus={() => cancel.current}
      >
        {remind.isPending && <StillWaiting />}
        <Button ref={cancel} variant="secondary" aria-disabled={remind.isPending} onClick={close}>
          {count === 0 ? t`OK` : t`Cancel`}
        </Button>
        {due.isError && <Button onClick={() => void due.refetch()}>{t`Try Again`}</Button>}
        {count !== null && count > 0 && (
          <Button aria-disabled={remind.isPending} onClick={firstPress(() => remind.mutate({}))}>
            {remind.isPending ? t`Please wait...` : t`Send ${remindersOf(count)}`}
          </Button>
        )}
      </ModalMessage>
    </>
  );
}

const remindersOf = (count: number) => formatCount(count, 'reminder', 'reminders');

function question(count: number | null): string {
  if (count === null) return t`Loading invitations...`;
  if (count === 0) {
    return t`No invitation is due: no link ends within three days or ended in the last 30, or three reminders were sent, or one within a day.`;
  }
  return t`Send ${remindersOf(count)} with a new link? They go to everyone whose link ends within three days or ended in the last 30.`;
}
