import { useStore, type AnyFormApi } from '@tanstack/react-form';
import type { ComponentProps, ReactNode } from 'react';
import { lazyModule } from '~/components/feedback/lazy-module';
import { useLazyDialog } from '~/components/feedback/use-lazy-dialog';
import { cn } from '~/lib/cn';
import { DraftBanner } from './draft-banner';
import { formContext, ReadOnlyContext } from './form-context';
import { FormError } from './form-error';
import { submitHandler } from './server-errors';
import { UnsavedChanges } from './unsaved-changes';
import { useDraft } from './use-draft';
import type { useRecordForm } from './use-record-form';
import type { RecordVersions } from './use-stored-record-form';

const source = lazyModule(() => import('./conflict/conflict-dialog'));

interface RecordFormProps {
  /** Of useRecordForm or useStoredRecordForm. */
  record: Omit<ReturnType<typeof useRecordForm>, 'form'> & {
    form: AnyFormApi;
    versions?: RecordVersions;
  };
  /** The grid of the fields. */
  className: string;
  /** For more than one way to submit. */
  events?: Pick<ComponentProps<'form'>, 'onKeyDown' | 'onSubmitCapture'>;
  children: ReactNode;
}

/** A form of a record: its draft, errors that belong to no field, its fields, and the question before it is left. */
export function RecordForm(props: RecordFormProps) {
  const { record, className, events, children } = props;
  const { form, element, unplaced, isChange, isLeaving, versions } = record;
  const isSubmitting = useStore(form.store, (state) => state.isSubmitting);
  const draft = useDraft(form, record.draftKey, record.drafted);
  return (
    <form
      ref={element}
      noValidate
      className={cn('grid max-w-4xl gap-5', className)}
      onSubmit={isLeaving ? (event) => event.preventDefault() : submitHandler(form)}
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
          {children}
        </ReadOnlyContext>
      </formContext.Provider>
      {versions && <LazyConflictDialog {...versions} />}
      <UnsavedChanges isDirty={() => !form.state.isDefaultValue} keep={draft.keep} />
    </form>
  );
}

/** ConflictDialog, loaded when the browser is idle, at the latest when it opens. */
function LazyConflictDialog({ noun, conflict, resolve, cancel }: RecordVersions) {
  const dialog = useLazyDialog({ source, open: conflict !== null, dismiss: cancel });
  if (!dialog || !conflict) return null;
  return (
    <dialog.ConflictDialog
      key={conflict.theirs.version}
      noun={noun}
      fields={conflict.fields}
      onResolve={resolve}
      onCancel={cancel}
    />
  );
}
