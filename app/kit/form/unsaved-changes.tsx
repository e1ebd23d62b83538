import type { AnyFormApi } from '@tanstack/react-form';
import { useBlocker } from '@tanstack/react-router';
import { use, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { ConfirmDialog, type ConfirmDialogProps } from '~/kit/feedback/confirm-dialog';
import { addOpenForm, DialogFormContext, firstDirtyForm, type OpenForm } from '~/kit/ui/open-forms';
import { t } from '~/language/texts';

/** Path after the end of a session. No question may block it. */
const SIGN_IN_PATH = '/login';

interface UnsavedChangesProps {
  /** Called when the user leaves, so that a form that has just been saved never asks. */
  isDirty: () => boolean;
  /** True while the form is being sent: a dialog around it then stays open. */
  isSaving?: () => boolean;
  /** Stores the typed values when the session ends by itself. */
  keep?: (() => void) | undefined;
  /** Replaces the standard question, for forms that save nothing. */
  question?: Question;
}

/**
 * Asks before unsaved changes are lost by a link, Back, Logout or closing the tab, once for all forms, or by
 * closing the DialogWindow that they are in.
 */
export function UnsavedChanges({ isDirty, isSaving, keep, question }: UnsavedChangesProps) {
  const [leaving, setLeaving] = useState<{ run: () => void } | null>(null);
  const latest = useRef({ isDirty, isSaving, keep });
  useEffect(() => {
    latest.current = { isDirty, isSaving, keep };
  });
  const [entry] = useState((): OpenForm => ({
    isDirty: () => latest.current.isDirty(),
    isSaving: () => latest.current.isSaving?.() === true,
    ask: (run) => setLeaving({ run }),
    keep: () => latest.current.keep?.(),
  }));
  useEffect(() => addOpenForm(entry), [entry]);
  useImperativeHandle(use(DialogFormContext), () => entry, [entry]);
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

interface UnsavedFormProps extends Pick<UnsavedChangesProps, 'keep'> {
  form: AnyFormApi;
}

/** UnsavedChanges of one form. */
export function UnsavedForm({ form, keep }: UnsavedFormProps) {
  return (
    <UnsavedChanges
      isDirty={() => !form.state.isDefaultValue}
      isSaving={() => form.state.isSubmitting}
      keep={keep}
    />
  );
}

type Question = Pick<ConfirmDialogProps, 'title' | 'description'>;

type LeaveDialogProps = Pick<ConfirmDialogProps, 'open' | 'onConfirm' | 'onCancel'>;

/** The question alone, also for a part of a screen whose form is about to close. */
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
