import { useMay } from '~/rpc/own-rights';
import { useLanguage } from '~/language/use-language';
import { QueryTable } from '~/kit/list/list-table';
import { columnsOf } from '~/kit/table/table-features';
import { TitledCard, PageHeader } from '~/kit/ui/card';
import { type FailedSignIn, changePasswordSchema, type Account } from '~/accounts/account';
import { embeddedQuery } from '~/rpc/queries';
import { formatDateTime } from '~/language/format';
import { msg, t } from '~/language/texts';
import { useQuery } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { lazyPart } from '~/kit/feedback/lazy-part';
import { QueryContent } from '~/kit/feedback/query-state';
import { toast } from '~/kit/feedback/toast';
import { HiddenEmail, ReadOnlyEmail } from '~/kit/form/text-field';
import { focusSubmit } from '~/kit/form/server-errors';
import { LinkForm, useLinkForm } from '~/kit/form/link-form';
import { RecordField } from '~/kit/form/record-field';
import { RecordForm } from '~/kit/form/record-form';
import { SubmitButton } from '~/kit/form/submit-button';
import { useRecordForm } from '~/kit/form/use-record-form';
import { HintedCheckbox } from '~/kit/ui/input';
import { Skeleton } from '~/kit/ui/skeleton';
import { formValuesOf } from '~/fields/field-values';
import { userFormSchema } from '~/users/schema';
import { userFields } from '~/users/fields';
import { useEmbeddedChange } from '~/rpc/use-embedded-change';
import { changeSessionUser, hasPassword } from '~/rpc/session-store';
import { apiKind } from '~/rpc/api-kind';
import { detailOrMessage } from '~/rpc/errors/app-error';
import { ApiTokensCard } from './api-tokens-card';
import { SecondFactorCard } from '~/accounts/screens/second-factor/second-factor-card';
import { SessionsCard } from './sessions-card';
import { ShortcutSwitch } from '~/kit/keys/key-help';

const { columns, column } = columnsOf<FailedSignIn>();

const COLUMNS = columns([
  column('hour', msg`Hour`, (failed) => formatDateTime(failed.hour)),
  column('address', msg`Address`, (failed) => failed.address),
  column('attempts', msg`Attempts`, (failed) => failed.attempts),
]);

/** Failed sign-ins with the account's own e-mail address, by hour and network address. */
function FailedSignInsCard() {
  return (
    <TitledCard title={t`Failed sign-ins`}>
      <QueryTable
        query={embeddedQuery('account.failedSignIns', {})}
        things={t`failed sign-ins`}
        empty={t`No failed sign-ins in the last 90 days.`}
        caption={t`Failed sign-ins`}
        columns={COLUMNS}
        size="narrow"
        focusable
      />
    </TitledCard>
  );
}

const IdentitiesPart = lazyPart(() => import('./identities-card'));

/** Account page (docs/behaviour/account.md): one's own profile, and the settings that secure the account. */
export function AccountPage() {
  useLanguage();
  const own = embeddedQuery('account.get', {});
  const { data: account, isError } = useQuery(own);
  const { provider } = apiKind();
  return (
    <>
      <PageHeader title={t`Account`} />
      <Group title={t`Profile`}>
        <div className="grid gap-6 *:min-w-0 xl:grid-cols-2">
          <QueryContent
            query={own}
            loading={t`Loading account...`}
            error={t`Error loading account.`}
            skeleton={<Skeleton className="h-72 rounded-lg" />}
          >
            {(loaded) => (
              <>
                <TitledCard title={t`Your Name`}>
                  <NameForm account={loaded} />
                </TitledCard>
                <ProposalMailsCard account={loaded} />
              </>
            )}
          </QueryContent>
          <TitledCard title={t`Keyboard`}>
            <ShortcutSwitch />
          </TitledCard>
        </div>
      </Group>
      <Group title={t`Security`}>
        {account && hasPassword() && (
          <TitledCard title={t`Change Password`} contentClassName="max-w-xl">
            <ChangePasswordForm email={account.email} />
          </TitledCard>
        )}
        {!account && !isError && hasPassword() && <Skeleton className="h-80 rounded-lg" />}
        <SecondFactorCard />
        {provider !== null && (
          <IdentitiesPart>
            {({ IdentitiesCard }) => <IdentitiesCard name={provider} />}
          </IdentitiesPart>
        )}
        <SessionsCard />
        <ApiTokensCard />
        <FailedSignInsCard />
      </Group>
    </>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-6 *:min-w-0">
      <h2 id={id} className="-mb-2 text-lg font-semibold text-muted">
        {title}
      </h2>
      {children}
    </section>
  );
}

function NameForm({ account }: { account: Account }) {
  const update = useEmbeddedChange('account.update');
  const record = useRecordForm({
    draftKey: 'account',
    defaultValues: formValuesOf(userFields, account),
    schema: userFormSchema,
    isChange: true,
    save: async (values) => {
      const names = userFormSchema.parse(values);
      await update.mutateAsync({ body: names });
      // The header shows the new name at once.
      changeSessionUser(names);
    },
    onSaved: (element) => {
      toast.success(t`Name updated`);
      focusSubmit(element);
    },
    onServerError: (error) => toast.error(t`Failed to update name: ${detailOrMessage(error)}`),
  });
  return (
    <RecordForm record={record} asks="own" className="sm:grid-cols-2">
      <ReadOnlyEmail email={account.email} className="col-span-full" />
      <RecordField fields={userFields} name="first_name" autoComplete="given-name" />
      <RecordField fields={userFields} name="last_name" autoComplete="family-name" />
      <div className="col-span-full">
        <SubmitButton label={t`Save Name`} busyLabel={t`Saving...`} />
      </div>
    </RecordForm>
  );
}

/**
 * The daily mail about open proposals, for people with the right to apply them. The box shows the new
 * choice while it is being stored.
 */
function ProposalMailsCard({ account: { email, proposal_mails } }: { account: Account }) {
  const { mutate, isPending, variables } = useEmbeddedChange('account.update', {
    onError: (error) => toast.error(t`Failed to save: ${detailOrMessage(error)}`),
  });
  if (!useMay('write')) return null;
  return (
    <TitledCard title={t`E-mails`}>
      <HintedCheckbox
        checked={(isPending ? variables.body.proposal_mails : null) ?? proposal_mails}
        onCheckedChange={(isOn) => mutate({ body: { proposal_mails: isOn } })}
        label={t`E-mail me once a day while proposals are open`}
        hint={t`To ${email}. None comes while only your own are open.`}
      />
    </TitledCard>
  );
}

/** Asks for the old password and a new one. This form stores no draft, since it holds passwords. */
function ChangePasswordForm({ email }: { email: string }) {
  const change = useEmbeddedChange('account.changePassword');
  const link = useLinkForm({
    defaultValues: { current_password: '', new_password: '' },
    schema: changePasswordSchema,
    send: (body) => change.mutateAsync({ body }),
    onSuccess(form, element) {
      toast.success(t`Password changed`);
      form.reset();
      focusSubmit(element);
    },
  });
  return (
    <LinkForm
      link={link}
      button={{ label: t`Change Password`, busyLabel: t`Saving...` }}
      align="start"
      className="gap-5"
    >
      <HiddenEmail email={email} />
      <link.PasswordField name="current_password" label={t`Current Password`} />
      <link.PasswordField
        name="new_password"
        label={t`New Password`}
        isNew
        note={t`You will be signed out on your other devices.`}
      />
    </LinkForm>
  );
}
