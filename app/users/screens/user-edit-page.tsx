import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import { toast } from '~/kit/feedback/toast';
import { ReadOnlyEmail } from '~/kit/form/text-field';
import { comparedFields, type RecordShape } from '~/kit/form/conflict/record-shape';
import { RecordField } from '~/kit/form/record-field';
import { RecordForm } from '~/kit/form/record-form';
import { SubmitButton } from '~/kit/form/submit-button';
import { useStoredRecordForm } from '~/kit/form/use-stored-record-form';
import { PageHeader, TitledCard } from '~/kit/ui/card';
import { Button } from '~/kit/ui/button';
import { formValuesOf, recordOf } from '~/fields/field-values';
import { userFormSchema, type UserForm, type UserNames } from '~/users/schema';
import { userFields, type User } from '~/users/fields';
import type { Versioned } from '~/rpc/versioned';
import { userMutations, userQueries } from '~/users/queries';
import { ProposeChanges } from '~/proposals/propose-changes';
import { apiKind } from '~/rpc/api-kind';
import { detailOrMessage } from '~/rpc/errors/app-error';
import { msg, t } from '~/language/texts';
import { useIsShown } from '~/kit/ui/page-moments';
import { AssociationsCard } from './associations-card';
import { UserState } from './user-state';
import { UserTrail } from './user-trail';

/** Options for a navigation that discards unsaved changes without asking. */
const SUBMITTED = { ignoreBlocker: true };

/** User edit (docs/behaviour/user.md, "Edit"): the names, and the associations to remove. */
export function UserEditPage({ userId }: { userId: number | null }) {
  return (
    <>
      <UserTrail userId={userId} edits />
      <PageHeader title={t`Edit User`} />
      <UserState userId={userId}>{(user, id) => <UserEdit user={user} userId={id} />}</UserState>
    </>
  );
}

const userShape: RecordShape<User, UserForm, UserNames> = {
  noun: msg`user`,
  toValues: (user) => formValuesOf(userFields, user),
  toStored: (names) => recordOf(userFields, names),
  toBody: (form, stored) => {
    const { phone, ...names } = userFormSchema.parse(form);
    // An external API supports only the names.
    const hasPhone = apiKind().isEmbedded && (phone !== '' || stored?.phone);
    return { ...names, ...(hasPhone && { phone }) };
  },
  compared: comparedFields(userFields),
};

function UserEdit({ user, userId }: { user: Versioned<User>; userId: number }) {
  const client = useQueryClient();
  const update = useMutation(userMutations.update(client, userId));
  const navigate = useNavigate();
  const isShown = useIsShown();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const toDetail = (options?: { ignoreBlocker: boolean } | { state: { field: string } }) =>
    void navigate({ to: '/users/$userId', params: { userId }, ...options });
  const record = useStoredRecordForm({
    draftKey: `user/${userId}`,
    schema: userFormSchema,
    shape: userShape,
    stored: user,
    save: (names, version) => update.mutateAsync({ names, version }),
    reload: () => client.query({ ...userQueries.detail(userId), staleTime: 0 }),
    onSaved: (form) => {
      toast.success(t`User updated`);
      if (isShown()) toDetail({ state: { field: form?.dataset.field ?? '' } });
    },
    onServerError: (error) => toast.error(t`Failed to update user: ${detailOrMessage(error)}`),
  });
  return (
    <>
      <TitledCard className="max-w-4xl" title={t`User Information`}>
        <RecordForm record={record} proposes className="sm:grid-cols-2">
          <ReadOnlyEmail email={user.email ?? '-'} className="col-span-full" />
          <RecordField fields={userFields} name="first_name" autoComplete="off" />
          <RecordField fields={userFields} name="last_name" autoComplete="off" />
          {apiKind().isEmbedded && (
            <RecordField fields={userFields} name="phone" autoComplete="off" />
          )}
          <div className="col-span-full flex flex-wrap gap-3">
            <SubmitButton label={t`Save Changes`} busyLabel={t`Saving...`} />
            <ProposeChanges kind="user" record={record} toRecord={userShape.toBody} />
            <Button
              variant="secondary"
              // Cancel is deliberate and discards without asking.
              onClick={() => (canGoBack ? router.history.back(SUBMITTED) : toDetail(SUBMITTED))}
            >
              {t`Cancel`}
            </Button>
          </div>
        </RecordForm>
      </TitledCard>
      <AssociationsCard user={user} userId={userId} deletes />
    </>
  );
}
