import { RightsMissing } from '~/kit/feedback/error-state';
import { useStore, type AnyFormApi } from '@tanstack/react-form';
import { useLocation } from '@tanstack/react-router';
import { use, useEffect, useRef, useState } from 'react';
import type { ComponentProps, FocusEvent, KeyboardEvent, ReactNode } from 'react';
import { lazyPart } from '~/kit/feedback/lazy-part';
import { Alert } from '~/kit/ui/alert';
import { Button } from '~/kit/ui/button';
import { cn } from '~/kit/ui/cn';
import { t } from '~/language/texts';
import { mayI, type Asks } from '~/rpc/own-rights';
import { focusField, submitHandler } from './server-errors';
import { formContext, MaySaveContext, ReadOnlyContext, SavedContext } from './field-frame';
import { FormError } from './submit-button';
import { UnsavedForm } from './unsaved-changes';
import { useDraft, type FormDraft } from './use-draft';
import type { useRecordForm } from './use-record-form';
import type { RecordVersions } from './use-stored-record-form';

const ConflictPart = lazyPart(() => import('~/kit/form/conflict/conflict-dialog'));

interface RecordFormProps {
  /** Result of useRecordForm or useStoredRecordForm. */
  record: Omit<ReturnType<typeof useRecordForm>, 'form'> & {
    form: AnyFormApi;
    versions?: RecordVersions;
  };
  className: string;
  /** Events for another way to submit or to fill in the form. */
  events?: Pick<ComponentProps<'form'>, 'onKeyDown' | 'onPaste' | 'onSubmitCapture'>;
  asks?: Asks;
  /** True if people who may not save the changes can propose them. */
  proposes?: boolean;
  children: ReactNode;
}

/** The form of a record, for people who may save or propose changes. */
export function RecordForm({ asks = 'write', proposes = false, ...props }: RecordFormProps) {
  if (!mayI(asks) && !(proposes && mayI('propose'))) return <RightsMissing />;
  return (
    <MaySaveContext value={mayI(asks)}>
      <OpenForm {...props} />
    </MaySaveContext>
  );
}

/** The form's draft, fields, errors without a field, and the question before changes are lost. */
function OpenForm(props: RecordFormProps) {
  const { record, className, events, children } = props;
  const { form, element, unplaced, isChange, isLeaving, isSaved, versions } = record;
  const maySave = use(MaySaveContext);
  const isSubmitting = useStore(form.store, (state) => state.isSubmitting);
  const isUnchanged = useStore(form.store, (state) => state.isDefaultValue);
  const draft = useDraft(form, record.draftKey, record.drafted);
  // The field that had the focus in the previous record's form.
  const [field] = useState(useLocation({ select: ({ state }) => state.field }));
  useEffect(() => {
    if (field) focusField(element.current, field);
  }, [element, field]);
  return (
    <form
      ref={element}
      noValidate
      data-record={record.draftKey}
      className={cn('grid max-w-4xl gap-5', className)}
      onSubmit={isLeaving || !maySave ? (event) => event.preventDefault() : submitHandler(form)}
      {...{ onFocus: rememberField, onKeyDown: leaveField }}
      {...events}
    >
      <DraftBanner draft={draft} />
      {unplaced.length > 0 && (
        <div className="col-span-full">
          <FormError message={unplaced.join(' ')} />
        </div>
      )}
      <formContext.Provider value={form}>
        <ReadOnlyContext value={isLeaving || (isSubmitting && !isChange)}>
          <SavedContext value={isSaved && isUnchanged}>{children}</SavedContext>
        </ReadOnlyContext>
      </formContext.Provider>
      {versions && <Conflict {...versions} />}
      <UnsavedForm form={form} keep={draft.keep} />
    </form>
  );
}

/**
 * Remembers the focused field for the next record's form (record-trail.tsx). Events of dialogs are ignored,
 * which are inside the form only in React's tree.
 */
function rememberField({ target, currentTarget }: FocusEvent<HTMLFormElement>): void {
  const name = currentTarget.contains(target) && target.getAttribute('name');
  if (name) currentTarget.dataset.field = name;
}

/** Escape removes the focus from the field, so that single-key shortcuts work again. */
function leaveField(event: KeyboardEvent<HTMLFormElement>): void {
  const { key, target, nativeEvent } = event;
  if (key !== 'Escape' || event.defaultPrevented || nativeEvent.isComposing) return;
  if (target instanceof HTMLElement && target.matches('form [name]')) target.blur();
}

/** The dialog of a conflict, if there is a conflict. */
export function Conflict({ noun, conflict, resolve, cancel }: RecordVersions) {
  if (!conflict) return null;
  return (
    <ConflictPart onClose={cancel}>
      {({ ConflictDialog }) => (
        <ConflictDialog
          key={conflict.theirs.version}
          noun={noun}
          fields={conflict.fields}
          onResolve={resolve}
          onCancel={cancel}
        />
      )}
    </ConflictPart>
  );
}

/** Banner at the top of a form that offers to restore the values typed before the session ended. */
export function DraftBanner({ draft }: { draft: Omit<FormDraft, 'keep'> }) {
  const container = useRef<HTMLDivElement>(null);
  const { offered } = draft;
  if (!offered) return null;
  const answer = (run: () => void) => () => {
    focusField(container.current?.closest('form'));
    run();
  };
  return (
    <Alert ref={container} className="col-span-full flex flex-wrap items-center gap-3">
      <p role="status" className="min-w-60 flex-1">
        {(offered.restorable
          ? t`You were signed out before you had saved your changes here. `
          : '') +
          (offered.outdated
            ? t`Some of these fields have been changed since: check them before you save. `
            : '') +
          (offered.imageLost ? t`Images could not be kept: choose them again.` : '')}
      </p>
      {offered.restorable && (
        <Button variant="secondary" size="sm" onClick={answer(draft.restore)}>
          {t`Restore unsaved changes`}
        </Button>
      )}
      <Button variant="ghost" size="sm" onClick={answer(draft.discard)}>
        {offered.restorable ? t`Discard` : t`Dismiss`}
      </Button>
    </Alert>
  );
}
