import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ConfirmDialog, type ConfirmDialogProps } from '~/kit/feedback/confirm-dialog';
import { addOpenForm, firstDirtyForm, type OpenForm } from '~/kit/ui/open-forms';
import { t } from '~/language/texts';

/** Path after the end of a session. No question may block it. */
const SIGN_IN_PATH = '/login';

interface UnsavedChangesProps {
  /** Called when the user leaves, so that a form that has just been saved never asks. */
  isDirty: () => boolean;
  /** Stores the typed values when the session ends by itself. */
  keep?: () => void;
  /** Replaces the standard question, for forms that save nothing. */
  question?: Question;
}

/** Asks before unsaved changes are lost by a link, Back, Logout or closing the tab, once for all forms. */
export function UnsavedChanges({ isDirty, keep, question }: UnsavedChangesProps) {
  const [leaving, setLeaving] = useState<{ run: () => void } | null>(null);
  const latest = useRef({ isDirty, keep });
  useEffect(() => {
    latest.current = { isDirty, keep };
  });
  const [entry] = useState((): OpenForm => ({
    isDirty: () => latest.current.isDirty(),
    ask: (run) => setLeaving({ run }),
    keep: () => latest.current.keep?.(),
  }));
  useEffect(() => addOpenForm(entry), [entry]);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      next.pathname !== current.pathname &&
      next.pathname !== SIGN_IN_PATH &&
      firstDirtyForm() === entry,
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  return (
    <LeaveDialog
      {...question}
      open={blocker.status === 'blocked' || leaving !== null}
      onConfirm={() => {
        setLeaving(null);
        if (leaving) leaving.run();
        else blocker.proceed?.();
      }}
      onCancel={() => {
        setLeaving(null);
        blocker.reset?.();
      }}
    />
  );
}

type Question = Pick<ConfirmDialogProps, 'title' | 'description'>;

type LeaveDialogProps = Pick<ConfirmDialogProps, 'open' | 'onConfirm' | 'onCancel'>;

/** The question alone, also for a dialog whose form is about to close. */
export function LeaveDialog(props: LeaveDialogProps & Partial<Question>) {
  return (
    <ConfirmDialog
      title={t`Leave without saving?`}
      description={t`What you have changed here has not been saved and will be lost.`}
      confirmLabel={t`Leave`}
      cancelLabel={t`Stay`}
      {...props}
    />
  );
}
