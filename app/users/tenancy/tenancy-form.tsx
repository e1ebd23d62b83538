import { useStore } from '@tanstack/react-form';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { dayAfter } from '~/fields/calendar-day';
import { valueSchema } from '~/fields/field-schemas';
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
import { rule } from '~/language/rules';
import { msg, plural, t, translate } from '~/language/texts';
import { today as todayOfApi } from '~/rpc/api-kind';
import { change } from '~/rpc/client.functions';
import { detailOrMessage } from '~/rpc/errors/app-error';
import { changeEmbedded, invalidateAfter } from '~/rpc/queries';
import { changeableFields, INVITABLE_ROLES, userFields } from '~/users/fields';
import { userQueries } from '~/users/queries';
import { isNamed, type TenancyRecord } from '~/users/schema';
import { userTitle } from '~/users/user-text';
import type { InvitePayload } from '~/invitations/schema';
import type { Versioned } from '~/rpc/versioned';
import { shownEmail } from '~/fields/shown-email';
import { ApartmentField, CondoField } from './home-fields';
import {
  periodText,
  readTenancy,
  tenanciesOf,
  tenancyQueries,
  type Tenancy,
  type TenancyTask,
} from './task';

/*
 * One form for all tasks with tenancies, each with its fields. The rules are the call's: the panel's server
 * checks a body by its schema, and its errors appear at the fields of the same names.
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

const valuesSchema = z.object({
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
  /** The association that the task is about. */
  ends: z.object({ id: z.number().optional(), until: z.string() }),
  since: z.string(),
  until: z.string(),
  reported_on: z.string(),
  note: z.string(),
  on: z.string(),
});
type Values = z.infer<typeof valuesSchema>;

const day = valueSchema(changeableFields.until);

/** The day that a task cannot do without. */
const NEEDED = {
  end: valuesSchema.extend({ until: day }),
  change: valuesSchema.extend({ ends: valuesSchema.shape.ends.extend({ until: day }) }),
  move: valuesSchema.extend({ on: day }),
} as const;

function schemaOf({ kind }: TenancyTask) {
  const schema: z.ZodType<Values, Values> =
    kind === 'end' || kind === 'change' || kind === 'move' ? NEEDED[kind] : valuesSchema;
  // The call's own error would be at the person, who is not asked for here.
  return schema.refine((values) => values.user_id !== null || isNamed(values), {
    path: ['first_name'],
    ...rule('person_unnamed'),
  });
}

interface TenancyFormProps {
  task: TenancyTask;
  /** The association that is edited. */
  stored: Versioned<TenancyRecord> | null;
  onDone: () => void;
}

/** The values of a stored association, or those that a task begins with. */
function valuesOf(task: TenancyTask, stored?: TenancyRecord | null): Values {
  const today = todayOfApi();
  const tomorrow = dayAfter(today) ?? '';
  const isBegin = task.kind === 'begin';
  const [first] = tenanciesOf(task);
  const begun = {
    role: first?.role ?? 'renter',
    since: firstDay(task, today, tomorrow),
    until: task.kind === 'end' ? today : null,
  };
  return {
    user_id: task.kind === 'add' ? null : isBegin ? task.user_id : undefined,
    ...formValuesOf(userFields),
    email: '',
    language: firstLanguage(),
    invite: false,
    notify: false,
    condo_id: isBegin ? task.condo_id : first?.condo_id,
    apartment_id: isBegin ? task.apartment_id : undefined,
    ...formValuesOf(changeableFields, stored ?? begun),
    ends: { id: stored?.id ?? first?.id, until: stored ? (stored.until ?? '') : today },
    on: tomorrow,
  };
}

function firstDay(task: TenancyTask, today: string, tomorrow: string): string {
  if (task.kind === 'add') return '';
  if (task.kind === 'change') return tomorrow;
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
    schema: schemaOf(task),
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
  const mails = useMails(
    task,
    useStore(form.store, ({ values }) => values),
  );
  const { user_id, email, condo_id } = useStore(form.store, ({ values }) => values);
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
  // A new person may get no association: its fields follow the building.
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

/** Says how many e-mails are sent, if any was asked for. */
function submitText({ kind }: TenancyTask, mails: number | null): string {
  const text = translate(kind === 'edit' ? msg`Save Changes` : TASK_TITLES[kind]);
  if (mails === null) return text;
  return t`${text} (${plural(mails, String(mails), '# e-mail', '# e-mails')})`;
}

/** The number of e-mails: an invitation, and those to people who have an address. Null: none is asked for. */
function useMails(task: TenancyTask, values: Values): number | null {
  const { notify, user_id } = values;
  const isInvited = isInvitation(values);
  const ended = tenanciesOf(task).find(({ id }) => id === values.ends.id);
  const told = notify ? [ended?.user_id, user_id].filter((id) => typeof id === 'number') : [];
  const people = useQueries({ queries: told.map((id) => userQueries.detail(id)) });
  if (!notify) return isInvited ? 1 : null;
  // Until it is known, a person has an address as most have.
  const reached = people.filter(({ data }) => data === undefined || data?.email).length;
  const isNewTold = user_id === null && values.email.trim() !== '';
  return reached + Number(isNewTold) + Number(isInvited);
}

/** True if a new person is sent an invitation as well. */
function isInvitation({ user_id, invite, email, condo_id }: Values): boolean {
  return user_id === null && invite && email.trim() !== '' && condo_id != null;
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
  // A field that this does not change stays as somebody else leaves it.
  const changed =
    task.kind === 'edit'
      ? namesOf(changeableFields).filter((name) => (seen?.[name] ?? '') !== (values[name] ?? ''))
      : (['until'] as const);
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
  if (isInvitation(values)) {
    const { role, since } = fields;
    await sendInvitation({ ...home, user_id: made.user_id, email, language, role, since });
  }
  return async () => {
    // A person who is deactivated keeps what has ended: the association goes first.
    await remove(made.id);
    if (isNew) await removeUser(made.user_id);
    await putBack();
  };
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

/** Namesakes differ by role and days. */
function whoText(tenancy: Tenancy): string {
  const who = `${tenancy.name} (${titleCase(tenancy.role ?? '')})`;
  return [who, periodText(tenancy)].filter(Boolean).join(', ');
}

/** The person that a task is about: a choice if there are several. */
function WhoField({ task, onPicked }: { task: TenancyTask; onPicked: (id: number) => void }) {
  const tenancies = tenanciesOf(task);
  const [only, ...others] = tenancies;
  if (only && others.length === 0)
    return (
      <FormField name="ends.id">
        <OnlyPerson name={whoText(only)} />
      </FormField>
    );
  return (
    <FormField name="ends.id">
      <ComboboxField
        label={t`Person`}
        required
        options={tenancies.map((one) => ({ value: one.id, label: whoText(one) }))}
        onPicked={(id) => id !== null && onPicked(id)}
      />
    </FormField>
  );
}

/** A person without a choice, and what is wrong with them. */
function OnlyPerson({ name }: { name: string }) {
  const { state } = useFieldContext();
  return (
    <FieldFrame label={name} errors={state.meta.errors} className="wrap-anywhere">
      {() => null}
    </FieldFrame>
  );
}

/** Everyone active, found by the API as it is typed, and a new person of that name or e-mail. */
function PersonField({ onNew }: { onNew: (typed: string) => void }) {
  const [search, setSearch] = useState('');
  const people = useQuery(userQueries.active(search));
  const options = (people.data?.users ?? []).flatMap((user) =>
    user.id === null
      ? []
      : [{ value: user.id, label: userTitle(user), description: shownEmail(user.email ?? '') }],
  );
  // Offer a new person only after the API has answered, so that Enter does not create somebody who exists.
  const isPending = people.isPending || people.isPlaceholderData;
  const added = people.isSuccess && !isPending && search.trim() !== '';
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
      notice={queryNotice(
        { ...people, isPending },
        {
          loading: t`Loading users...`,
          error: t`Error loading users: ${detailOrMessage(people.error)}`,
        },
      )}
    />
  );
}
