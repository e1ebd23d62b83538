import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { NoticeDialog } from '~/kit/feedback/confirm-dialog';
import { toast } from '~/kit/feedback/toast';
import { DateField } from '~/kit/form/date-input';
import { FormField, firstLanguage, LanguageField } from '~/kit/form/form-field';
import { RecordField } from '~/kit/form/record-field';
import { RecordForm } from '~/kit/form/record-form';
import { SubmitButton } from '~/kit/form/submit-button';
import { useRecordForm } from '~/kit/form/use-record-form';
import { PageHeader, TitledCard } from '~/kit/ui/card';
import {
  inviteFormSchema,
  toInvitePayload,
  type InviteForm as InviteFormValues,
} from '~/invitations/schema';
import { invitationFields } from '~/invitations/fields';
import { ApartmentField, CondoField } from '~/users/tenancy/home-fields';
import { DEFAULT_INVITE_ROLE } from '~/users/fields';
import { inviteSearch, type InviteSearch } from '~/invitations/search';
import { invitationMutations } from '~/invitations/queries';
import type { backToFinding } from '~/checks/search';
import { apiKind } from '~/rpc/api-kind';
import { userQueries } from '~/users/queries';
import { userTitle } from '~/users/user-text';
import { detailOrMessage } from '~/rpc/errors/app-error';
import { t } from '~/language/texts';
import { useIsShown } from '~/kit/ui/page-moments';

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
  const record = useRecordForm({
    draftKey: user_id === null ? 'invitation' : `invitation/${user_id}`,
    defaultValues: firstValues(chosen),
    schema: inviteFormSchema,
    save: (values) => send.mutateAsync(toInvitePayload(inviteFormSchema.parse(values), user_id)),
    onSaved: () => onResult({ sent: true, text: t`Invitation sent successfully!` }),
    onServerError: (error) =>
      onResult({ sent: false, text: t`Failed to send invitation: ${detailOrMessage(error)}` }),
  });
  return (
    <RecordForm record={record} className="sm:grid-cols-2">
      {user_id !== null && <Invited userId={user_id} />}
      <RecordField fields={invitationFields} name="email" />
      <RecordField fields={invitationFields} name="role" />
      <CondoField />
      <ApartmentField />
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
