import { DEFAULT_INVITE_ROLE } from '~/users/roles';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ClipboardEvent } from 'react';
import { NoticeDialog } from '~/kit/feedback/confirm-dialog';
import { lazyPart } from '~/kit/feedback/lazy-part';
import { outcomeToasts, toast, type ToastLink } from '~/kit/feedback/toast';
import { DateField } from '~/kit/form/date-input';
import { hasDraft } from '~/kit/form/drafts';
import { FormField, firstLanguage, LanguageField } from '~/kit/form/form-field';
import { RecordField } from '~/kit/form/record-field';
import { RecordForm } from '~/kit/form/record-form';
import { SubmitButton } from '~/kit/form/submit-button';
import { useRecordForm } from '~/kit/form/use-record-form';
import { Button, buttonVariants } from '~/kit/ui/button';
import { PageHeader, TitledCard } from '~/kit/ui/card';
import {
  inviteFormSchema,
  invitePersonFormSchema,
  toInvitePayload,
  type InviteForm as InviteFormValues,
} from '~/invitations/schema';
import { readAddresses } from '~/invitations/addresses';
import { invitationFields } from '~/invitations/fields';
import { ApartmentField, CondoField } from '~/users/tenancy/home-fields';
import { inviteSearch, type backFromInvite, type InviteSearch } from '~/invitations/search';
import { invitationMutations } from '~/invitations/queries';
import { apiKind } from '~/rpc/api-kind';
import { userQueries } from '~/users/queries';
import { userTitle } from '~/users/user-text';
import { detailOrMessage } from '~/rpc/errors/app-error';
import { t } from '~/language/texts';
import { useIsShown } from '~/kit/ui/page-moments';
import type { RenderRows, SeveralForm } from './invite-several';

const SeveralPart = lazyPart(() => import('./invite-several'));

interface InvitePageProps {
  chosen?: InviteSearch;
  /** Link back to the screen where the invitation was requested, by default the users. */
  back?: ReturnType<typeof backFromInvite>;
  /** Renders the preview of several addresses. Without it only one person can be invited at a time. */
  renderRows?: RenderRows;
}

/** Invite user (docs/behaviour/invitations.md, "Invite"). A failure keeps the page and the typed values. */
export function InvitePage({ chosen = inviteSearch.defaults, ...props }: InvitePageProps) {
  return (
    <>
      <PageHeader
        title={t`Invite User`}
        actions={
          props.back && (
            <Link {...props.back} className={buttonVariants({ variant: 'secondary' })}>
              {t`Back`}
            </Link>
          )
        }
      />
      {/* The key resets the form when the person, building or apartment changes. */}
      <Inviting key={Object.values(chosen).join(' ')} chosen={chosen} {...props} />
    </>
  );
}

function Inviting({ chosen, back = null, renderRows }: InvitePageProps & { chosen: InviteSearch }) {
  const [result, setResult] = useState<InviteResult | null>(null);
  const [first, setFirst] = useState(() => ({ values: firstValues(chosen), serial: 0 }));
  const mayBeSeveral = renderRows !== undefined && chosen.user_id === null;
  // Several that were typed before the session ended are offered again.
  const [several, setSeveral] = useState<SeveralForm | null>(() =>
    mayBeSeveral && hasDraft(SEVERAL_DRAFT) ? noneOf(chosen) : null,
  );
  /** True after the dialog was closed by "Invite another". */
  const [isAnother, setAnother] = useState(false);
  const card = useRef<HTMLElement>(null);
  const firstField = useRef<HTMLElement>(null);
  useEffect(() => {
    firstField.current = card.current?.querySelector('input') ?? null;
  });
  const navigate = useNavigate();
  const isShown = useIsShown();
  const { remove } = invitationMutations.useRemoval().one;

  function show(next: InviteResult): void {
    setAnother(false);
    if (isShown()) setResult(next);
    else if (next.sent) toast.success(next.text);
    else toast.error(next.text);
  }

  /** Offers to delete the invitation. Its mail may be sent already; its link then no longer works. */
  function undoOf(id: number): ToastLink {
    const done = outcomeToasts(t`Invitation deleted`, t`Failed to delete invitation`);
    return {
      label: t`Undo`,
      alternative: t`Pending Invitations deletes it as well`,
      run: () => void remove(id).then(done.onSuccess, done.onError),
    };
  }

  /** Shows an empty form for the next person, with the same building and role. */
  function beginAgain({ role, condo_id }: Pick<InviteFormValues, 'role' | 'condo_id'>): void {
    const values = { ...firstValues(inviteSearch.defaults), role, condo_id };
    setFirst(({ serial }) => ({ values, serial: serial + 1 }));
  }

  const sent = result?.sent;
  if (several && renderRows) {
    return (
      <SeveralPart>
        {({ InviteSeveral }) => (
          <InviteSeveral
            first={noneOf(chosen)}
            typed={several}
            draftKey={SEVERAL_DRAFT}
            renderRows={renderRows}
            onBack={(values) => {
              beginAgain(values);
              setSeveral(null);
            }}
          />
        )}
      </SeveralPart>
    );
  }
  return (
    <>
      <TitledCard ref={card} className="max-w-4xl" title={t`Invitation Details`}>
        <InviteForm
          key={first.serial}
          first={first.values}
          userId={chosen.user_id}
          onResult={show}
          onSeveral={mayBeSeveral ? setSeveral : null}
        />
      </TitledCard>
      <NoticeDialog
        open={result !== null}
        title={sent ? t`Success` : t`Error`}
        description={result?.text ?? ''}
        returnFocusTo={isAnother ? firstField : undefined}
        onClose={() => {
          setResult(null);
          if (!result?.sent) return;
          const { id } = result.sent;
          if (back) toast.success(result.text, id === null ? undefined : undoOf(id));
          void navigate(back ?? { to: '/users' });
        }}
        other={
          sent &&
          chosen.user_id === null && (
            <Button
              variant="secondary"
              onClick={() => {
                beginAgain(sent);
                setAnother(true);
                setResult(null);
              }}
            >
              {t`Invite another`}
            </Button>
          )
        }
      />
    </>
  );
}

/** Initial values. An apartment is only chosen together with its building. */
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

const SEVERAL_DRAFT = 'invitations';

/** The form for several addresses before any is typed. */
function noneOf(chosen: InviteSearch): SeveralForm {
  const { role, condo_id, apartment_id } = firstValues(chosen);
  return { addresses: '', role, condo_id, apartment_id };
}

interface InviteResult {
  /** Sent values, with the invitation's id if the API reports it; null after a failure. */
  sent: (InviteFormValues & { id: number | null }) | null;
  text: string;
}

interface InviteFormProps {
  first: InviteFormValues;
  /** The person whose account the invitation creates. */
  userId: number | null;
  /** After a failure the input is kept, and invalid fields show their errors. */
  onResult: (result: InviteResult) => void;
  /** Opens the form for several addresses; null if only one person can be invited. */
  onSeveral: ((values: SeveralForm) => void) | null;
}

function InviteForm({ first, userId, onResult, onSeveral }: InviteFormProps) {
  const send = useMutation(invitationMutations.send(useQueryClient()));
  const sent = useRef<InviteResult['sent']>(null);
  const schema = userId === null ? inviteFormSchema : invitePersonFormSchema;
  const record = useRecordForm({
    draftKey: userId === null ? 'invitation' : `invitation/${userId}`,
    defaultValues: first,
    schema,
    save: async (values) => {
      const { id } = await send.mutateAsync(toInvitePayload(schema.parse(values), userId));
      sent.current = { ...values, id };
    },
    onSaved() {
      const text = sent.current?.email
        ? t`Invitation sent successfully!`
        : t`Invitation saved. Choose it under Pending Invitations to print its letter.`;
      onResult({ sent: sent.current, text });
    },
    onServerError: (error) =>
      onResult({ sent: null, text: t`Failed to send invitation: ${detailOrMessage(error)}` }),
  });
  const toSeveral = (addresses: string) => {
    const { role, condo_id, apartment_id } = record.form.state.values;
    onSeveral?.({ addresses, role, condo_id, apartment_id });
  };

  /** A field for one address cannot hold several lines. Several pasted addresses open the form for them. */
  function onPaste(event: ClipboardEvent): void {
    const text = event.clipboardData.getData('text/plain');
    const isEmail = event.target instanceof HTMLInputElement && event.target.type === 'email';
    if (!onSeveral || !isEmail || readAddresses(text).length < 2) return;
    event.preventDefault();
    toSeveral(text);
  }

  return (
    <RecordForm record={record} className="sm:grid-cols-2" events={{ onPaste }}>
      {userId !== null && <Invited userId={userId} />}
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
        {onSeveral && (
          <Button
            variant="secondary"
            onClick={() => toSeveral(record.form.state.values.email.trim())}
          >
            {t`Invite several`}
          </Button>
        )}
      </div>
    </RecordForm>
  );
}

/** Names the person whose account the invitation creates. */
function Invited({ userId }: { userId: number }) {
  const { data: user } = useQuery(userQueries.detail(userId));
  return (
    <div className="col-span-full min-h-6">
      {user && <p>{t`Account for ${userTitle(user)}`}</p>}
      {user?.email === null && (
        <p className="text-muted">{t`Leave the e-mail address empty to print a letter instead.`}</p>
      )}
    </div>
  );
}
