import { SelectField } from '~/kit/form/choice-fields';
import { useStore } from '@tanstack/react-form';
import { useIsMutating, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toast, undoAction } from '~/kit/feedback/toast';
import { FormField } from '~/kit/form/form-field';
import { LinkForm, useLinkForm } from '~/kit/form/link-form';
import { RecordField } from '~/kit/form/record-field';
import { TextField } from '~/kit/form/text-field';
import { UnsavedChanges, UnsavedForm } from '~/kit/form/unsaved-changes';
import { firstNames, type Choice } from '~/kit/selection/selection';
import { Alert } from '~/kit/ui/alert';
import { DialogWindow } from '~/kit/ui/dialog';
import { counted } from '~/kit/ui/list-count';
import { bodySchemaOf } from '~/fields/field-schemas';
import { formValuesOf } from '~/fields/field-values';
import { fieldOf, mapNames, writableNames } from '~/fields/fields';
import { fieldsOf, readId } from '~/fields/reading';
import { z } from '~/fields/zod';
import { APPLY_KEY, revertApplied, showOwnName, type AppliedChanges } from '~/imports/queries';
import type { ChangeSet } from '~/imports/change-set';
import { reviewChosen, type CheckProgress } from '~/imports/request-review';
import {
  REVIEW_FIELDS,
  toReviewValue,
  valuesOf,
  type EditedType,
  type ReviewValue,
} from '~/imports/row-error';
import type { ReviewedRow } from '~/imports/schema';
import { t, translate } from '~/language/texts';
import { BULK_TYPE_TEXTS } from './bulk-files';
import { ReviewResults } from './review-results';
import { CheckingFile } from './rows-progress';

interface EditChosenProps {
  type: EditedType;
  choices: readonly Choice[];
  onClose: () => void;
}

/**
 * Sets one field of the chosen records: the user picks a field and a value, then reviews the changed rows.
 */
export function EditChosen({ type, choices, onClose }: EditChosenProps) {
  const client = useQueryClient();
  const [review, setReview] = useState<ChangeSet | null>(null);
  const isApplying = useIsMutating({ mutationKey: APPLY_KEY }) > 0;
  const { noun } = BULK_TYPE_TEXTS[type];
  const finish = (result: AppliedChanges) => {
    const undo = undoAction(async () => {
      await revertApplied(client, result);
      if (review) await showOwnName(review, 'old');
    }, [0]);
    toast.success(t`${counted(result.changed, noun)} changed`, undo);
    onClose();
  };
  const ids = new Set(review?.invalid.first.map(({ row }) => readId(fieldsOf(row).id)));
  const invalid = choices.filter(({ id }) => ids.has(id));
  return (
    <DialogWindow
      title={t`Edit ${counted(choices.length, noun)}`}
      titleClass="mb-5 pr-10"
      className={review ? 'max-w-4xl' : 'max-w-lg'}
      onClose={onClose}
      onInteractOutside={(event) => event.preventDefault()}
    >
      {/* The dialog stays until the changes are applied, since it shows their result. */}
      <UnsavedChanges isDirty={() => isApplying} isSaving={() => isApplying} />
      <div hidden={review !== null}>
        <ChangeForm type={type} ids={choices.map(({ id }) => id)} onReview={setReview} />
      </div>
      {review && (
        <>
          {invalid.length > 0 && (
            <Alert tone="warning">{t`Not changed: ${firstNames(invalid, review.invalid.length)}`}</Alert>
          )}
          <ReviewResults
            review={review}
            onApplied={finish}
            onProposed={onClose}
            onBack={() => setReview(null)}
          />
        </>
      )}
    </DialogWindow>
  );
}

/** Fields that several records may share. References have no control here, so they are left out. */
function sharedFields(type: EditedType): string[] {
  const fields = REVIEW_FIELDS[type];
  return writableNames(fields).filter((name) => fieldOf(fields, name).kind !== 'reference');
}

type Typed = Readonly<Record<string, unknown>>;

/** The rules of some fields of a record, by their names. */
function changeSchema<Values extends Typed>(
  type: EditedType,
  namesIn: (values: Values) => readonly string[],
) {
  const rules = bodySchemaOf(REVIEW_FIELDS[type]).shape;
  return z.custom<Values>().superRefine((values, context) => {
    for (const name of namesIn(values)) {
      const value = values[name];
      const issue = rules[name]?.safeParse(value === '' ? null : value).error?.issues[0];
      if (issue) context.addIssue({ ...issue, path: [name] });
    }
  });
}

interface ChangedFieldProps {
  type: EditedType;
  name: string;
  hint?: string | undefined;
}

/** The control of a field. Parking spots are a plain text here. */
function ChangedField({ type, name, hint }: ChangedFieldProps) {
  const fields = REVIEW_FIELDS[type];
  const { kind, label } = fieldOf(fields, name);
  if (kind !== 'parking') return <RecordField fields={fields} name={name} hint={hint} />;
  return (
    <FormField name={name}>
      <TextField label={translate(label)} hint={hint} />
    </FormField>
  );
}

interface EditProposedProps {
  kind: EditedType;
  row: ReviewedRow;
  onSave: (values: Record<string, ReviewValue>) => void;
  onClose: () => void;
}

/** Edits the values of a proposed row, by the rules of the record's form. */
export function EditProposed({ kind, row, onSave, onClose }: EditProposedProps) {
  const proposed = valuesOf(row.changes, 'new');
  const names = sharedFields(kind).filter((name) => Object.hasOwn(proposed, name));
  const { parking_spot_number = '' } = proposed;
  const link = useLinkForm<Typed>({
    defaultValues: { ...formValuesOf(REVIEW_FIELDS[kind], proposed), parking_spot_number },
    schema: changeSchema(kind, () => names),
    async send(values) {
      const typed = mapNames(names, (name) =>
        toReviewValue(values[name] === '' ? null : values[name]),
      );
      onSave({ ...proposed, ...typed });
    },
  });
  return (
    <DialogWindow
      title={t`Edit ${row.name}`}
      titleClass="mb-5 pr-10"
      onClose={onClose}
      onInteractOutside={(event) => event.preventDefault()}
    >
      <LinkForm
        link={link}
        button={{ label: t`Use these values`, busyLabel: t`Saving...` }}
        align="end"
        onCancel={onClose}
      >
        {names.map((name) => (
          <ChangedField key={name} type={kind} name={name} />
        ))}
        <UnsavedForm form={link.form} />
      </LinkForm>
    </DialogWindow>
  );
}

/** The chosen field, and the typed values. */
type ChangeValues = { field: string } & Typed;

interface ChangeFormProps {
  type: EditedType;
  ids: readonly number[];
  onReview: (review: ChangeSet) => void;
}

function ChangeForm({ type, ids, onReview }: ChangeFormProps) {
  const fields = REVIEW_FIELDS[type];
  const names = sharedFields(type);
  const [progress, setProgress] = useState<CheckProgress | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const link = useLinkForm<ChangeValues>({
    defaultValues: { parking_spot_number: '', ...formValuesOf(fields), field: names[0] ?? '' },
    schema: changeSchema<ChangeValues>(type, ({ field: chosen }) => [chosen]),
    async send({ field, ...values }) {
      const { signal } = (running.current = new AbortController());
      const value = String(toReviewValue(values[field]) ?? '');
      const watch = { signal, onProgress: setProgress };
      try {
        onReview(await reviewChosen(type, { ids, field, value }, watch));
      } catch (error) {
        if (!signal.aborted) throw error;
      } finally {
        setProgress(null);
      }
    },
  });
  const field = useStore(link.form.store, ({ values }) => values.field);
  const isRunning = useStore(link.form.store, ({ isSubmitting }) => isSubmitting);
  const hint = fieldOf(fields, field).required ? undefined : t`Left empty, it clears the field.`;
  return (
    <>
      <LinkForm link={link} button={{ label: t`Review`, busyLabel: t`Comparing...` }} align="end">
        <FormField name="field">
          <SelectField
            label={t`Field`}
            options={names.map((value) => ({ value, label: fieldOf(fields, value).label }))}
          />
        </FormField>
        <ChangedField key={field} type={type} name={field} hint={hint} />
      </LinkForm>
      {isRunning && <CheckingFile progress={progress} onCancel={() => running.current?.abort()} />}
    </>
  );
}
