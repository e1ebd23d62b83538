import { BoxField } from '~/kit/form/choice-fields';
import { useStore } from '@tanstack/react-form';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { dayAfter } from '~/fields/calendar-day';
import { formValuesOf } from '~/fields/field-values';
import { idempotencyKeys } from '~/fields/random-key';
import { toast, undoAction } from '~/kit/feedback/toast';
import {
  baselineOf,
  saveOrConflict,
  type RecordConflict,
} from '~/kit/form/conflict/save-or-conflict';
import { DateField } from '~/kit/form/date-input';
import { FormField } from '~/kit/form/form-field';
import { LinkForm, useLinkForm } from '~/kit/form/link-form';
import { RecordField } from '~/kit/form/record-field';
import { Conflict, DraftBanner } from '~/kit/form/record-form';
import { setFormValues } from '~/kit/form/server-errors';
import { UnsavedForm } from '~/kit/form/unsaved-changes';
import { useDraft } from '~/kit/form/use-draft';
import { useVersions } from '~/kit/form/use-stored-record-form';
import { msg, plural, t, translate } from '~/language/texts';
import { invalidateAfter } from '~/rpc/queries';
import type { Versioned } from '~/rpc/versioned';
import { changeableFields } from '~/users/fields';
import { userQueries } from '~/users/queries';
import type { TenancyRecord } from '~/users/schema';
import { ApartmentField, CondoField } from './home-fields';
import { perform } from './perform-task';
import { NewPerson, PersonField, WhoField } from './person-fields';
import { draftKeyOf, readTenancy, tenanciesOf, tenancyQueries, type TenancyTask } from './task';
import {
  isInvitation,
  namesFrom,
  schemaOf,
  shapeOf,
  valuesOf,
  valuesSchema,
  type Values,
} from './task-values';

/*
 * One form for all tasks with tenancies, each with its own fields. The rules are those of the call: the
 * panel's server checks a body by the call's schema, and errors appear at the fields of the same names.
 */

const FIELDS = {
  add: ['condo_id', 'apartment_id', 'role', 'since', 'note'],
  begin: ['user_id', 'condo_id', 'apartment_id', 'role', 'since', 'until', 'note', 'notify'],
  end: ['ends.id', 'until', 'notify'],
  change: ['ends.id', 'ends.until', 'user_id', 'role', 'since', 'until', 'note', 'notify'],
  move: ['ends.id', 'apartment_id', 'on', 'notify'],
  edit: ['role', 'since', 'until', 'reported_on', 'note'],
} as const satisfies Readonly<Record<TenancyTask['kind'], readonly string[]>>;

export const TASK_TITLES = {
  add: msg`Add person`,
  begin: msg`Move in`,
  end: msg`Move out`,
  change: msg`Change of tenants`,
  move: msg`Move to another apartment`,
  edit: msg`Edit association`,
} as const;

const DONE = {
  add: msg`Person added`,
  begin: msg`Association added`,
  end: msg`Last day saved`,
  change: msg`Change of tenants saved`,
  move: msg`Move saved`,
  edit: msg`Association updated`,
} as const;

interface TenancyFormProps {
  task: TenancyTask;
  /** The edited association. */
  stored: Versioned<TenancyRecord> | null;
  onDone: () => void;
}

/** The form of a task. Another task resets it. */
export function TenancyForm({ task, stored, onDone }: TenancyFormProps) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState(tenanciesOf(task)[0]?.id);
  // The version that the user has seen. If somebody else changes the association in the meantime, saving
  // fails.
  const known = useQuery({
    ...tenancyQueries.detail(chosen ?? 0),
    enabled: chosen !== undefined,
    staleTime: Infinity,
    gcTime: 0,
  });
  /** The association that filled the fields. A later refetch must not replace it. */
  const [opened] = useState(stored);
  /** The version of another person's change, after the conflict with it was resolved. */
  const decided = useRef<Versioned<TenancyRecord>>(null);
  const [keyFor] = useState(idempotencyKeys);
  const [conflict, setConflict] = useState<RecordConflict<TenancyRecord, Values> | null>(null);
  const shape = shapeOf(task);
  const link = useLinkForm<Values>({
    defaultValues: valuesOf(task, stored),
    schema: schemaOf(task),
    send: async (values) => {
      const before = decided.current ?? opened ?? known.data;
      const seen = before ?? (chosen === undefined ? undefined : await readTenancy(chosen));
      // The form of a move does not have the last day, but a change of it by somebody else is a conflict.
      const sent = task.kind === 'move' ? { ...values, until: seen?.until ?? '' } : values;
      let undo: (() => Promise<unknown>) | undefined;
      const outcome = await saveOrConflict(shape, sent, baselineOf(shape, seen), {
        save: async (body, version) => {
          undo = await perform(task, body, version, keyFor([body, version]));
          return { version: null };
        },
        reload: () => readTenancy(chosen ?? 0),
      });
      if ('fields' in outcome) {
        setConflict(outcome);
        return false;
      }
      const settled = () => {
        invalidateAfter(client, 'tenancies.create');
        if (isInvitation(values)) invalidateAfter(client, 'invite.send');
      };
      settled();
      const undone = async () => {
        await undo?.().finally(settled);
      };
      toast.success(translate(DONE[task.kind]), undoAction(undone, [0]));
      return true;
    },
    onSuccess() {
      draft.discard();
      onDone();
    },
  });
  const { form, element } = link;
  const draft = useDraft(form, draftKeyOf(task), valuesSchema);
  const restore = () => {
    draft.restore();
    setChosen(form.state.values.ends.id);
    decided.current = null;
  };
  const current = useStore(form.store, ({ values }) => values);
  const { user_id, email, condo_id, first_name, last_name } = current;
  const newName = [first_name, last_name].filter(Boolean).join(' ') || email;
  const mails = useMails(task, current);
  const pick = (id: number) => {
    setChosen(id);
    decided.current = null;
    const { role } = formValuesOf(
      changeableFields,
      tenanciesOf(task).find((one) => one.id === id),
    );
    if (role) form.setFieldValue('role', role);
  };
  const versions = useVersions({ shape, conflict, setConflict, form, element }, (theirs) => {
    decided.current = theirs;
    void form.handleSubmit();
  });
  // A new person need not get an association. Its fields appear once a building is chosen.
  const hasHome = task.kind !== 'add' || condo_id != null;
  const asks = (name: string) =>
    (hasHome || name === 'condo_id') && FIELDS[task.kind].some((one) => one === name);
  const fixed: Partial<Values> = task.kind === 'begin' ? task : {};
  return (
    <LinkForm
      link={link}
      button={{ label: submitText(task, mails), busyLabel: t`Saving...` }}
      align="end"
      onCancel={onDone}
      className="mt-3"
    >
      <DraftBanner draft={{ ...draft, restore }} />
      {asks('ends.id') && <WhoField task={task} onPicked={pick} />}
      {asks('ends.until') && (
        <FormField
          name="ends.until"
          onChange={() => {
            const next = dayAfter(form.state.values.ends.until);
            if (next !== null) form.setFieldValue('since', next);
          }}
        >
          <DateField label={t`Last day`} required />
        </FormField>
      )}
      {asks('user_id') && fixed.user_id === undefined && (
        <FormField name="user_id">
          <PersonField newName={newName} onNew={(typed) => setFormValues(form, namesFrom(typed))} />
        </FormField>
      )}
      {user_id === null && <NewPerson canInvite={email.trim() !== '' && condo_id != null} />}
      {asks('condo_id') && fixed.condo_id === undefined && (
        <CondoField required={task.kind !== 'add'} />
      )}
      {asks('apartment_id') && fixed.apartment_id === undefined && (
        <ApartmentField isMove={task.kind === 'move'} />
      )}
      {asks('role') && <RecordField fields={changeableFields} name="role" />}
      {asks('on') && (
        <FormField name="on">
          <DateField label={t`First day in the new apartment`} required />
        </FormField>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        {asks('since') && (
          <FormField name="since">
            <DateField label={t`First day`} />
          </FormField>
        )}
        {asks('until') && (
          <FormField name="until">
            <DateField label={t`Last day`} required={task.kind === 'end'} />
          </FormField>
        )}
        {asks('reported_on') && <RecordField fields={changeableFields} name="reported_on" />}
      </div>
      {asks('note') && <RecordField fields={changeableFields} name="note" rows={2} />}
      {asks('notify') && (
        <FormField name="notify">
          <BoxField label={t`Tell them by e-mail`} />
        </FormField>
      )}
      <Conflict {...versions} />
      <UnsavedForm form={form} keep={draft.keep} />
    </LinkForm>
  );
}

/** Label of the button, with the number of e-mails if any are requested. */
function submitText({ kind }: TenancyTask, mails: number | null): string {
  const text = translate(kind === 'edit' ? msg`Save Changes` : TASK_TITLES[kind]);
  if (mails === null) return text;
  return t`${text} (${plural(mails, String(mails), '# e-mail', '# e-mails')})`;
}

/**
 * The number of e-mails: an invitation, and the mails to people with an address. Null if none is requested.
 */
function useMails(task: TenancyTask, values: Values): number | null {
  const { notify, user_id } = values;
  const isInvited = isInvitation(values);
  const ended = tenanciesOf(task).find(({ id }) => id === values.ends.id);
  const told = notify ? [ended?.user_id, user_id].filter((id) => typeof id === 'number') : [];
  const people = useQueries({ queries: told.map((id) => userQueries.detail(id)) });
  if (!notify) return isInvited ? 1 : null;
  // Until a person is loaded, they count as having an address.
  const reached = people.filter(({ data }) => data === undefined || data?.email).length;
  const isNewTold = user_id === null && values.email.trim() !== '';
  return reached + Number(isNewTold) + Number(isInvited);
}
