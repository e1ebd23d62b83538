import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { NoticeDialog } from '~/kit/feedback/confirm-dialog';
import { toast } from '~/kit/feedback/toast';
import { ComboboxField } from '~/kit/form/combobox-field';
import { DateField } from '~/kit/form/date-input';
import { FormField, firstLanguage, LanguageField } from '~/kit/form/form-field';
import { fieldProps, RecordField } from '~/kit/form/record-field';
import { RecordForm } from '~/kit/form/record-form';
import { SubmitButton } from '~/kit/form/submit-button';
import { useRecordForm } from '~/kit/form/use-record-form';
import { PageHeader, TitledCard } from '~/kit/ui/card';
import type { Apartment } from '~/apartments/fields';
import {
  inviteFormSchema,
  toInvitePayload,
  type InviteForm as InviteFormValues,
} from '~/invitations/schema';
import { invitationFields } from '~/invitations/fields';
import { DEFAULT_INVITE_ROLE, needsApartment } from '~/users/fields';
import { apartmentQueries } from '~/apartments/queries';
import { allCondosQuery } from '~/condos/queries';
import { inviteSearch, type InviteSearch } from '~/invitations/search';
import { invitationMutations } from '~/invitations/queries';
import type { backToFinding } from '~/checks/search';
import { apiKind } from '~/rpc/api-kind';
import { userQueries } from '~/users/queries';
import { userTitle } from '~/users/user-text';
import { detailOrMessage } from '~/rpc/errors/app-error';
import { dash } from '~/language/format';
import { t } from '~/language/texts';
import { useIsShown } from '~/kit/ui/page-moments';
import { queryNotice } from '~/kit/form/combobox';

interface InvitePageProps {
  chosen?: InviteSearch;
  /** Link back to where the invitation was requested; by default to the users. */
  back?: ReturnType<typeof backToFinding>;
}

/** Invite user (docs/behaviour/invitations.md, "Invite"). A failure keeps the page and what was typed. */
export function InvitePage({ chosen = inviteSearch.defaults, back = null }: InvitePageProps) {
  const [result, setResult] = useState<InviteResult | null>(null);
  const navigate = useNavigate();
  const isShown = useIsShown();

  function show(next: InviteResult): void {
    if (isShown()) setResult(next);
    else if (next.sent) toast.success(next.text);
    else toast.error(next.text);
  }

  return (
    <>
      <PageHeader title={t`Invite User`} />
      <TitledCard className="max-w-4xl" title={t`Invitation Details`}>
        <InviteForm
          // For another person, building or apartment the form begins again.
          key={Object.values(chosen).join(' ')}
          chosen={chosen}
          onResult={show}
        />
      </TitledCard>
      <NoticeDialog
        open={result !== null}
        title={result?.sent ? t`Success` : t`Error`}
        description={result?.text ?? ''}
        onClose={() => {
          setResult(null);
          if (result?.sent) void navigate(back ?? { to: '/users' });
        }}
      />
    </>
  );
}

/** An apartment belongs to its building: without one it is not chosen. */
function firstValues(chosen: InviteSearch): InviteFormValues {
  const { email, condo_id, apartment_id, role } = chosen;
  return {
    since: '',
    email,
    role: role || DEFAULT_INVITE_ROLE,
    condo_id: condo_id ?? undefined,
    apartment_id: (condo_id !== null && apartment_id) || undefined,
    language: firstLanguage(),
  };
}

interface InviteResult {
  sent: boolean;
  text: string;
}

interface InviteFormProps {
  chosen: InviteSearch;
  /** After a failure the input is kept, and invalid fields show their errors. */
  onResult: (result: InviteResult) => void;
}

/** E-mail, role, building and, once that is chosen, apartment. */
function InviteForm({ chosen, onResult }: InviteFormProps) {
  const { user_id } = chosen;
  const send = useMutation(invitationMutations.send(useQueryClient()));
  const condos = useQuery(allCondosQuery);
  const record = useRecordForm({
    draftKey: user_id === null ? 'invitation' : `invitation/${user_id}`,
    defaultValues: firstValues(chosen),
    schema: inviteFormSchema,
    save: (values) => send.mutateAsync(toInvitePayload(inviteFormSchema.parse(values), user_id)),
    onSaved: () => onResult({ sent: true, text: t`Invitation sent successfully!` }),
    onServerError: (error) =>
      onResult({ sent: false, text: t`Failed to send invitation: ${detailOrMessage(error)}` }),
  });
  const { form } = record;
  return (
    <RecordForm record={record} className="sm:grid-cols-2">
      {user_id !== null && <Invited userId={user_id} />}
      <RecordField fields={invitationFields} name="email" />
      <RecordField fields={invitationFields} name="role" />
      <FormField<InviteFormValues> name="condo_id">
        <ComboboxField
          {...fieldProps(invitationFields.condo_id)}
          placeholder={t`Select a building`}
          options={condos.data ?? []}
          // An apartment of the previous building does not belong to this one.
          onPicked={() => form.setFieldValue('apartment_id', undefined)}
          notice={queryNotice(condos, {
            loading: t`Loading buildings...`,
            error: t`Error loading condos: ${detailOrMessage(condos.error)}`,
          })}
        />
      </FormField>
      <form.Subscribe selector={({ values }) => ({ condoId: values.condo_id, role: values.role })}>
        {({ condoId, role }) =>
          condoId !== undefined && (
            <FormField<InviteFormValues> key={condoId} name="apartment_id">
              <ApartmentChoice condoId={condoId} required={needsApartment(role)} />
            </FormField>
          )
        }
      </form.Subscribe>
      {apiKind().isEmbedded && (
        <FormField<InviteFormValues> name="since">
          <DateField label={t`First day`} />
        </FormField>
      )}
      <LanguageField />
      <div className="col-span-full flex flex-wrap items-center gap-3">
        <SubmitButton label={t`Send Invitation`} busyLabel={t`Sending Invitation...`} />
      </div>
    </RecordForm>
  );
}

/** Says whose account the invitation makes. */
function Invited({ userId }: { userId: number }) {
  const { data: user } = useQuery(userQueries.detail(userId));
  return <p className="col-span-full min-h-6">{user && t`Account for ${userTitle(user)}`}</p>;
}

const NO_APARTMENT = {
  value: null,
  get label() {
    return t`No specific apartment`;
  },
};

/** The apartments of one building, and "No specific apartment". Rendered in the form's apartment_id field. */
function ApartmentChoice({ condoId, required }: { condoId: number; required: boolean }) {
  const apartments = useQuery(apartmentQueries.ofCondo(condoId));
  const options = useMemo(
    () => [NO_APARTMENT, ...(apartments.data ?? []).flatMap(toOption)],
    [apartments.data],
  );
  return (
    <ComboboxField
      label={t`Apartment`}
      required={required}
      placeholder={t`Select an apartment`}
      options={options}
      notice={queryNotice(apartments, {
        loading: t`Loading apartments...`,
        error: t`Error loading apartments.`,
      })}
    />
  );
}

/** "Unit 12 (Floor 3)"; the floor is optional. */
function apartmentLabel({ apartment_number, floor_number }: Apartment): string {
  const floor = floor_number === null ? '' : t` (Floor ${floor_number})`;
  return t`Unit ${dash(apartment_number)}${floor}`;
}

function toOption(apartment: Apartment) {
  return apartment.id === null ? [] : [{ value: apartment.id, label: apartmentLabel(apartment) }];
}
