import { BoxField } from '~/kit/form/choice-fields';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { shownEmail } from '~/fields/shown-email';
import { queryNotice } from '~/kit/form/combobox-control';
import { ComboboxField } from '~/kit/form/combobox-field';
import { FieldFrame, useFieldContext } from '~/kit/form/field-frame';
import { FormField, LanguageField } from '~/kit/form/form-field';
import { fieldProps, RecordField } from '~/kit/form/record-field';
import { TextField } from '~/kit/form/text-field';
import { titleCase } from '~/language/format';
import { t } from '~/language/texts';
import { detailOrMessage } from '~/rpc/errors/app-error';
import { userFields } from '~/users/fields';
import { userQueries } from '~/users/queries';
import { userTitle } from '~/users/user-text';
import { periodText, tenanciesOf, type Tenancy, type TenancyTask } from './task';

/** A new person's names, addresses and language. */
export function NewPerson({ canInvite }: { canInvite: boolean }) {
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

/** A person's name with role and days, by which people of one name differ. */
function whoText(tenancy: Tenancy): string {
  const who = `${tenancy.name} (${titleCase(tenancy.role ?? '')})`;
  return [who, periodText(tenancy)].filter(Boolean).join(', ');
}

/** The person of a task. If there are several people, the user chooses one. */
export function WhoField({
  task,
  onPicked,
}: {
  task: TenancyTask;
  onPicked: (id: number) => void;
}) {
  const tenancies = tenanciesOf(task);
  const [only, ...others] = tenancies;
  return (
    <FormField name="ends.id">
      {only && others.length === 0 ? (
        <OnlyPerson name={whoText(only)} />
      ) : (
        <ComboboxField
          label={t`Person`}
          required
          options={tenancies.map((one) => ({ value: one.id, label: whoText(one) }))}
          onPicked={(id) => id !== null && onPicked(id)}
        />
      )}
    </FormField>
  );
}

/** A person who is given, with an error about them if there is one. */
function OnlyPerson({ name }: { name: string }) {
  const { state } = useFieldContext();
  return (
    <FieldFrame label={name} errors={state.meta.errors} className="wrap-anywhere">
      {() => null}
    </FieldFrame>
  );
}

interface PersonFieldProps {
  /** Offers to create a person with the typed name or e-mail. */
  onNew?: (typed: string) => void;
  /** Name of the new person who is chosen, for a draft that has brought them back: nothing was typed then. */
  newName?: string;
  /** Id of a person who cannot be chosen. */
  except?: number;
}

/** A choice among all active people, whom the API searches while the user types. */
export function PersonField({ onNew, newName = '', except }: PersonFieldProps) {
  const [search, setSearch] = useState('');
  const people = useQuery(userQueries.active(search));
  const { value } = useFieldContext<number | null | undefined>().state;
  const found = people.data?.users ?? [];
  // A draft may bring back somebody whom this search does not find.
  const isMissing = value != null && people.isSuccess && !found.some(({ id }) => id === value);
  const chosen = useQuery({ ...userQueries.detail(value ?? 0), enabled: isMissing });
  const known = isMissing && chosen.data ? [...found, chosen.data] : found;
  const options = known.flatMap((user) =>
    user.id === null || user.id === except
      ? []
      : [{ value: user.id, label: userTitle(user), description: shownEmail(user.email ?? '') }],
  );
  // A new person is offered only after the API has answered, so that Enter does not create somebody who
  // exists.
  const isPending = people.isPending || people.isPlaceholderData;
  const name = search.trim() || (value === null ? newName : '');
  const added = onNew && people.isSuccess && !isPending && name !== '';
  return (
    <ComboboxField
      label={t`Person`}
      required
      placeholder={t`Name or e-mail`}
      options={added ? [...options, { value: null, label: t`New person: ${name}` }] : options}
      onTyped={setSearch}
      onPicked={(id) => id === null && onNew?.(search)}
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
