import { useStore } from '@tanstack/react-form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { addDays, localDay } from '~/fields/calendar-day';
import { changedValues, formValuesOf } from '~/fields/field-values';
import { mapNames, namesOf } from '~/fields/fields';
import { z } from '~/fields/zod';
import { toast, undoAction } from '~/kit/feedback/toast';
import { queryNotice } from '~/kit/form/combobox';
import { ComboboxField } from '~/kit/form/combobox-field';
import {
  comparedFields,
  type ComparedField,
  type RecordShape,
} from '~/kit/form/conflict/record-shape';
import {
  baselineOf,
  saveOrConflict,
  type RecordConflict,
} from '~/kit/form/conflict/save-or-conflict';
import { DateField } from '~/kit/form/date-input';
import { FieldFrame, useFieldContext } from '~/kit/form/field-frame';
import { firstLanguage, FormField, LanguageField } from '~/kit/form/form-field';
import { LinkForm, useLinkForm } from '~/kit/form/link-form';
import { fieldProps, RecordField } from '~/kit/form/record-field';
import { Conflict } from '~/kit/form/record-form';
import { setFormValues } from '~/kit/form/server-errors';
import { useVersions } from '~/kit/form/use-stored-record-form';
import { TextField } from '~/kit/form/text-field';
import { Checkbox } from '~/kit/ui/input';
import { titleCase } from '~/language/format';
import { msg, plural, t, translate } from '~/language/texts';
import { change } from '~/rpc/client.functions';
import { detailOrMessage } from '~/rpc/errors/app-error';
import { changeEmbedded, invalidateAfter } from '~/rpc/queries';
import { changeableFields, INVITABLE_ROLES, userFields } from '~/users/fields';
import { userQueries } from '~/users/queries';
import type { TenancyRecord } from '~/users/schema';
import { userSearch } from '~/users/search';
import { userTitle } from '~/users/user-text';
import type { InvitePayload } from '~/invitations/schema';
import type { Versioned } from '~/rpc/versioned';
import { shownEmail } from '~/fields/shown-email';
import { ApartmentField, CondoField } from './home-fields';
import { readTenancy, tenanciesOf, tenancyQueries, type Tenancy, type TenancyTask } from './task';

/*
 * One form for all tasks with tenancies, each with its fields. The rules are the call's: the panel's server
 * checks a body by its schema, and its errors appear at the fields of the same names.
 */

const FIELDS = {
  add: ['condo_id', 'apartment_id', 'role', 'since', 'note'],
  begin: ['user_id', 'condo_id', 'apartment_id', 'role', 'since', 'until', 'note', 'notify'],
  end: ['tenancy', 'until', 'notify'],
  change: ['tenancy', 'ends.until', 'user_id', 'role', 'since', 'until', 'note', 'notify'],
  move: ['tenancy', 'apartment_id', 'on', 'notify'],
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

const valuesSchema = z.object({
  tenancy: z.number().optional(),
  /** Null for a new person. */
  user_id: z.number().nullish(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string(),
  language: z.string().optional(),
  invite: z.boolean(),
  notify: z.boolean(),
  condo_id: z.number().nullish(),
  apartment_id: z.number().nullish(),
  role: z.enum(INVITABLE_ROLES).optional(),
  ends: z.object({ until: z.string() }),
  since: z.string(),
  until: z.string(),
  reported_on: z.string(),
  note: z.string(),
  on: z.string(),
});
type Values = z.infer<typeof valuesSchema>;

interface TenancyFormProps {
  task: TenancyTask;
  /** The association that is edited. */
  stored: Versioned<TenancyRecord> | null;
  onDone: () => void;
}

/** The values of a stored association, or those that a task begins with. */
function valuesOf(task: TenancyTask, stored?: TenancyRecord | null): Values {
  const today = localDay();
  const isBegin = task.kind === 'begin';
  const [first] = tenanciesOf(task);
  const begun = {
    role: first?.role ?? 'renter',
    since: firstDay(task, today),
    until: task.kind === 'end' ? today : null,
  };
  return {
    tenancy: first?.id,
    user_id: task.kind === 'add' ? null : isBegin ? task.user_id : undefined,
    ...formValuesOf(userFields),
    email: '',
    language: firstLanguage(),
    invite: false,
    notify: false,
    condo_id: isBegin ? task.condo_id : first?.condo_id,
    apartment_id: isBegin ? task.apartment_id : undefined,
    ...formValuesOf(changeableFields, stored ?? begun),
    ends: { until: stored ? (stored.until ?? '') : today },
    on: addDays(today, 1),
  };
}

function firstDay(task: TenancyTask, today: string): string {
  if (task.kind === 'add') return '';
  if (task.kind === 'change') return addDays(today, 1);
  return (task.kind === 'begin' ? task.since : undefined) ?? today;
}

/** The form of a task; it is read again for another one. */
export function TenancyForm({ task, stored, onDone }: TenancyFormProps) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState(tenanciesOf(task)[0]?.id);
  // The version that the person has seen: a change by somebody else in the meantime is an error.
  const known = useQuery({
    ...tenancyQueries.detail(chosen ?? 0),
    enabled: chosen !== undefined,
    staleTime: Infinity,
    gcTime: 0,
  });
  /** The association that the fields were filled from. A later one, read on focus, must not replace it. */
  const [opened] = useState(stored);
  /** The version of somebody else, once it was decided what to keep of it. */
  const decided = useRef<Versioned<TenancyRecord>>(null);
  const [conflict, setConflict] = useState<RecordConflict<TenancyRecord, Values> | null>(null);
  const shape = shapeOf(task);
  const link = useLinkForm<Values>({
    defaultValues: valuesOf(task, stored),
    schema: valuesSchema,
    send: async (values) => {
      const before = decided.current ?? opened ?? known.data;
      const seen = before ?? (chosen === undefined ? undefined : await readTenancy(chosen));
      // The form of a move does not have the last day, but its change by somebody else matters.
      const sent = task.kind === 'move' ? { ...values, until: seen?.until ?? '' } : values;
      let undo: (() => Promise<unknown>) | undefined;
      const outcome = await saveOrConflict(shape, sent, baselineOf(shape, seen), {
        save: async (body, version) => {
          undo = await perform(task, body, version);
          return { version: null };
        },
        reload: () => readTenancy(chosen ?? 0),
      });
      if ('fields' in outcome) {
        setConflict(outcome);
        return false;
      }
      invalidateAfter(client, 'tenancies.update');
      const undone = async () => {
        await undo?.().finally(() => invalidateAfter(client, 'tenancies.update'));
      };
      toast.success(translate(DONE[task.kind]), undoAction(undone, [0]));
      return true;
    },
    onSuccess: onDone,
  });
  const { form, element } = link;
  const { notify, user_id, email, condo_id } = useStore(form.store, ({ values }) => values);
  const pick = (id: number) => {
    setChosen(id);
    decided.current = null;
  };
  const versions = useVersions({ shape, conflict, setConflict, form, element }, (theirs) => {
    decided.current = theirs;
    void form.handleSubmit();
  });
  // A new person may get no association: its fields follow the building.
  const hasHome = task.kind !== 'add' || condo_id != null;
  const asks = (name: string) =>
    (hasHome || name === 'condo_id') && FIELDS[task.kind].some((one) => one === name);
  const fixed: Partial<Values> = task.kind === 'begin' ? task : {};
  return (
    <LinkForm
      link={link}
      button={{ label: submitText(task, notify), busyLabel: t`Saving...` }}
      align="end"
      onCancel={onDone}
      className="mt-3"
    >
      {asks('tenancy') && <WhoField task={task} onPicked={pick} />}
      {asks('ends.until') && (
        <FormField
          name="ends.until"
          onChange={() => {
            const { until } = form.state.values.ends;
            if (/^\d{4}-\d{2}-\d{2}$/.test(until)) form.setFieldValue('since', addDays(until, 1));
          }}
        >
          <DateField label={t`Last day`} required />
        </FormField>
      )}
      {asks('user_id') && fixed.user_id === undefined && (
        <FormField name="user_id">
          <PersonField onNew={(typed) => setFormValues(form, namesFrom(typed))} />
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
    </LinkForm>
  );
}

/** Says how many e-mails are sent. */
function submitText({ kind }: TenancyTask, notify: boolean): string {
  const text = translate(kind === 'edit' ? msg`Save Changes` : TASK_TITLES[kind]);
  const mails = kind === 'change' ? 2 : 1;
  return notify ? t`${text} (${plural(mails, String(mails), '# e-mail', '# e-mails')})` : text;
}

const remove = (id: number) => change('associations.delete', { id });

/** The values to save, and the association that they change. */
interface Body {
  values: Values;
  seen: TenancyRecord | undefined;
}

function shapeOf(task: TenancyTask): RecordShape<TenancyRecord, Values, Body> {
  return {
    noun: msg`association`,
    toValues: (stored) => valuesOf(task, stored),
    toStored: () => ({}),
    toBody: (values, seen) => ({ values, seen }),
    compared: COMPARED[task.kind],
  };
}

const LAST_DAY: ComparedField<Values> = {
  name: 'until',
  label: changeableFields.until.label,
  textOf: ({ until }) => until,
  merge: (side, mine, theirs) => ({ until: (side === 'theirs' ? theirs : mine).until }),
};

/** Fields that somebody else may have changed while a task's dialog was open. */
const COMPARED: Readonly<Record<TenancyTask['kind'], ReadonlyArray<ComparedField<Values>>>> = {
  add: [],
  begin: [],
  end: [LAST_DAY],
  change: [
    {
      ...LAST_DAY,
      textOf: ({ ends }) => ends.until,
      merge: (side, mine, theirs) => ({ ends: (side === 'theirs' ? theirs : mine).ends }),
    },
  ],
  // The dialog of a move does not ask for it: theirs is shown, and stays.
  move: [{ ...LAST_DAY, replaced: true }],
  edit: comparedFields(changeableFields),
};

/** Makes the task's call, on the association as it was seen. @returns what takes it back */
async function perform(
  task: TenancyTask,
  { values, seen }: Body,
  version: string | null,
): Promise<() => Promise<unknown>> {
  const { user_id, condo_id, apartment_id, on, until, notify } = values;
  const changed = task.kind === 'edit' ? namesOf(changeableFields) : (['until'] as const);
  const putBack = async () => {
    if (!seen) return;
    const former: object = mapNames(changed, (name) => seen[name]);
    await changeEmbedded('tenancies.update', { id: seen.id, body: former, version: null });
  };
  const fields = changedValues(changeableFields, values, seen);
  if (seen && (task.kind === 'end' || task.kind === 'edit')) {
    const body = task.kind === 'end' ? { until, notify } : fields;
    await changeEmbedded('tenancies.update', { id: seen.id, body, version });
    return putBack;
  }
  if (seen && task.kind === 'move') {
    const body = { apartment_id: apartment_id ?? 0, on, notify };
    const moved = await changeEmbedded('tenancies.move', { id: seen.id, body, version });
    return () => remove(moved.id).then(putBack);
  }
  const { first_name, last_name, email, phone, language } = values;
  const isNew = user_id === null;
  const person = { first_name, last_name, email, phone, language };
  if (isNew && condo_id == null) {
    const entered = await changeEmbedded('people.create', { body: person });
    return () => removeUser(entered.id);
  }
  const home = {
    condo_id: condo_id ?? 0,
    apartment_id: seen ? seen.apartment_id : apartment_id,
  };
  const made = await changeEmbedded('tenancies.create', {
    body: {
      ...changedValues(changeableFields, values),
      ...home,
      ...(isNew ? person : { user_id: user_id ?? 0 }),
      notify,
      ...(seen && {
        ends: { id: seen.id, until: values.ends.until, version: version ?? undefined },
      }),
    },
  });
  if (isNew && values.invite && email.trim() !== '') {
    const { role, since } = fields;
    await sendInvitation({ ...home, user_id: made.user_id, email, language, role, since });
  }
  // A new person goes with the association.
  return () => (isNew ? removeUser(made.user_id) : remove(made.id)).then(putBack);
}

const removeUser = (id: number) => change('users.delete', { id });

/** The person is entered: a failure is said, and the invitation can be sent from their page. */
async function sendInvitation(body: InvitePayload): Promise<void> {
  try {
    await change('invite.send', { body });
  } catch (error) {
    toast.error(t`Failed to send invitation: ${detailOrMessage(error)}`);
  }
}

/** The values of a new person from what was typed in place of one. */
function namesFrom(typed: string) {
  const text = typed.trim();
  if (text.includes('@')) return { first_name: '', last_name: '', email: text };
  const [last_name = '', ...others] = text.split(/\s+/).toReversed();
  return { first_name: others.toReversed().join(' '), last_name, email: '' };
}

/** A new person's names, addresses and language. */
function NewPerson({ canInvite }: { canInvite: boolean }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <RecordField fields={userFields} name="first_name" autoComplete="off" />
      <RecordField fields={userFields} name="last_name" autoComplete="off" />
      <FormField name="email">
        <TextField {...fieldProps(userFields.email)} type="email" autoComplete="off" />
      </FormField>
      <RecordField fields={userFields} name="phone" autoComplete="off" />
      <LanguageField />
      {canInvite && (
        <FormField name="invite">
          <BoxField label={t`Invite by e-mail`} />
        </FormField>
      )}
    </div>
  );
}

function BoxField({ label }: { label: string }) {
  const { state, handleChange } = useFieldContext<boolean>();
  return (
    <FieldFrame
      label={label}
      errors={state.meta.errors}
      className="col-span-full grid-cols-[auto_minmax(0,1fr)] items-center *:first:col-start-2 *:first:row-start-1 [&>p]:col-span-full"
    >
      {({ readOnly: _fixed, ...control }) => (
        <Checkbox {...control} checked={state.value} onCheckedChange={handleChange} />
      )}
    </FieldFrame>
  );
}

const label = ({ name, role }: Tenancy) => `${name} (${titleCase(role ?? '')})`;

/** The person that a task is about: a choice if there are several. */
function WhoField({ task, onPicked }: { task: TenancyTask; onPicked: (id: number) => void }) {
  const tenancies = tenanciesOf(task);
  if (tenancies.length === 1)
    return tenancies.map((one) => (
      <p key={one.id} className="font-medium wrap-anywhere">
        {label(one)}
      </p>
    ));
  return (
    <FormField name="tenancy">
      <ComboboxField
        label={t`Person`}
        required
        options={tenancies.map((one) => ({ value: one.id, label: label(one) }))}
        onPicked={(id) => id !== null && onPicked(id)}
      />
    </FormField>
  );
}

/** Everyone, found by the API as it is typed, and a new person of that name or e-mail. */
function PersonField({ onNew }: { onNew: (typed: string) => void }) {
  const [search, setSearch] = useState('');
  const people = useQuery(userQueries.list({ ...userSearch.defaults, search }));
  const options = (people.data?.users ?? []).flatMap((user) =>
    user.id === null || !user.is_active
      ? []
      : [{ value: user.id, label: userTitle(user), description: shownEmail(user.email ?? '') }],
  );
  // Offer a new person only after the API has answered, so that Enter does not create somebody who exists.
  const added = people.isSuccess && search.trim() !== '';
  return (
    <ComboboxField
      label={t`Person`}
      required
      placeholder={t`Name or e-mail`}
      options={
        added ? [...options, { value: null, label: t`New person: ${search.trim()}` }] : options
      }
      onTyped={setSearch}
      onPicked={(id) => id === null && onNew(search)}
      notice={queryNotice(people, {
        loading: t`Loading users...`,
        error: t`Error loading users: ${detailOrMessage(people.error)}`,
      })}
    />
  );
}
