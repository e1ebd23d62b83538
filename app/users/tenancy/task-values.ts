import { INVITABLE_ROLES } from '~/users/roles';
import { dayAfter } from '~/fields/calendar-day';
import { valueSchema } from '~/fields/field-schemas';
import { formValuesOf } from '~/fields/field-values';
import { z } from '~/fields/zod';
import {
  comparedFields,
  type ComparedField,
  type RecordShape,
} from '~/kit/form/conflict/record-shape';
import { firstLanguage } from '~/kit/form/form-field';
import { rule } from '~/language/rules';
import { msg } from '~/language/texts';
import { today as todayOfApi } from '~/rpc/api-kind';
import { changeableFields, userFields } from '~/users/fields';
import { isNamed, type TenancyRecord } from '~/users/schema';
import { tenanciesOf, type TenancyTask } from './task';

/* The values of a task's form, their rules, and the fields that a conflict compares. */

export const valuesSchema = z.object({
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
  /** The association that the task ends. */
  ends: z.object({ id: z.number().optional(), until: z.string() }),
  since: z.string(),
  until: z.string(),
  reported_on: z.string(),
  note: z.string(),
  on: z.string(),
});
export type Values = z.infer<typeof valuesSchema>;

const day = valueSchema(changeableFields.until);

/** The day that a task requires. */
const NEEDED = {
  end: valuesSchema.extend({ until: day }),
  change: valuesSchema.extend({ ends: valuesSchema.shape.ends.extend({ until: day }) }),
  move: valuesSchema.extend({ on: day }),
} as const;

export function schemaOf({ kind }: TenancyTask) {
  const schema: z.ZodType<Values, Values> =
    kind === 'end' || kind === 'change' || kind === 'move' ? NEEDED[kind] : valuesSchema;
  // The call would report this error at the person, which this form does not have.
  return schema.refine((values) => values.user_id !== null || isNamed(values), {
    path: ['first_name'],
    ...rule('person_unnamed'),
  });
}

/** The values of a stored association, or the initial values of a task. */
export function valuesOf(task: TenancyTask, stored?: TenancyRecord | null): Values {
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

/** The names or e-mail of a new person, from the text that was typed in the field for a person. */
export function namesFrom(typed: string) {
  const text = typed.trim();
  if (text.includes('@')) return { first_name: '', last_name: '', email: text };
  const [last_name = '', ...others] = text.split(/\s+/).toReversed();
  return { first_name: others.toReversed().join(' '), last_name, email: '' };
}

/** True if a new person also gets an invitation. */
export function isInvitation({ user_id, invite, email, condo_id }: Values): boolean {
  return user_id === null && invite && email.trim() !== '' && condo_id != null;
}

/** The values to save, and the association to change. */
export interface Body {
  values: Values;
  seen: TenancyRecord | undefined;
}

export function shapeOf(task: TenancyTask): RecordShape<TenancyRecord, Values, Body> {
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

/** Fields that somebody else may change while a task's dialog is open. */
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
  // The dialog of a move does not have this field: their value is shown and kept.
  move: [{ ...LAST_DAY, replaced: true }],
  edit: comparedFields(changeableFields),
};
