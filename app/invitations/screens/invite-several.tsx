import { useStore } from '@tanstack/react-form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { apartmentQueries } from '~/apartments/queries';
import { formSchemaOf } from '~/fields/field-schemas';
import { z } from '~/fields/zod';
import { revertApplied } from '~/imports/queries';
import { addressFile, readAddresses } from '~/invitations/addresses';
import { invitationFields } from '~/invitations/fields';
import { invitationQueries } from '~/invitations/queries';
import { ErrorState } from '~/kit/feedback/error-state';
import { toast, undoAction } from '~/kit/feedback/toast';
import { LinkForm, useLinkForm } from '~/kit/form/link-form';
import { DraftBanner } from '~/kit/form/record-form';
import { RecordField } from '~/kit/form/record-field';
import { focusField, focusSubmit, setFormValues } from '~/kit/form/server-errors';
import { useDraft } from '~/kit/form/use-draft';
import { UnsavedChanges } from '~/kit/form/unsaved-changes';
import { BatchDialog } from '~/kit/selection/batch-dialog';
import { Button } from '~/kit/ui/button';
import { CardFooter, NamedCard, TitledCard } from '~/kit/ui/card';
import { counted, type Noun } from '~/kit/ui/list-count';
import { rule } from '~/language/rules';
import { t } from '~/language/texts';
import { apiKind } from '~/rpc/api-kind';
import { ApartmentField, CondoField } from '~/users/tenancy/home-fields';
import { InvitationList } from './condo-invitations';
import { resending, toChoice } from './resend';

const NOUN: Noun = ['invitation', 'invitations'];

const severalSchema = formSchemaOf(invitationFields)
  .omit({ email: true })
  .extend({
    addresses: z
      .string()
      .refine(
        (text) => readAddresses(text).length > 0,
        rule('required', { field: 'Email Address' }),
      ),
  });
export type SeveralForm = z.input<typeof severalSchema>;
const draftedSchema = severalSchema.partial();

interface Sent {
  /** The API's import of these invitations, by which they can be undone. */
  importId: number | null;
  emails: readonly string[];
}

/** Renders the preview of a file's rows and sends them. It belongs to the imports. */
export type RenderRows = (rows: { file: File; onSent: (sent: Sent) => void }) => ReactNode;

interface InviteSeveralProps {
  first: SeveralForm;
  /** Values from the form for one address. */
  typed: SeveralForm;
  draftKey: string;
  renderRows: RenderRows;
  /** Returns to the form for one address. */
  onBack: (values: SeveralForm) => void;
}

/** Invites several people (docs/behaviour/invitations.md, "Invite several"). */
export function InviteSeveral(props: InviteSeveralProps) {
  const { first, typed, draftKey, renderRows, onBack } = props;
  const client = useQueryClient();
  /** The rows that were read, and the text that they were read from. */
  const [preview, setPreview] = useState<{ file: File; of: string } | null>(null);
  const [sent, setSent] = useState<Sent | null>(null);
  const link = useLinkForm<SeveralForm>({
    defaultValues: first,
    schema: severalSchema,
    async send(values) {
      const { addresses, role, condo_id, apartment_id = null } = severalSchema.parse(values);
      const home = { role, condo_id, apartment_id };
      const numbers = await numbersOf(condo_id);
      const file = addressFile(readAddresses(addresses), home, numbers);
      setPreview({ file, of: JSON.stringify(values) });
    },
    onSuccess: (_form, element) => focusSubmit(element),
  });
  const { form, element, TextField } = link;
  const current = useStore(form.store, ({ values }) => JSON.stringify(values));
  const draft = useDraft(form, draftKey, draftedSchema);
  useEffect(() => {
    setFormValues(form, typed);
    focusField(element.current);
  }, [form, element, typed]);

  /** The apartment numbers by id, for an API that accepts only ids. */
  async function numbersOf(condoId: number): Promise<Map<number, string> | undefined> {
    if (apiKind().isEmbedded) return undefined;
    const apartments = await client.ensureQueryData(apartmentQueries.ofCondo(condoId));
    return new Map(
      apartments.flatMap(({ id, apartment_number: number }) =>
        id === null || number === null ? [] : [[id, number]],
      ),
    );
  }

  function finish(result: Sent): void {
    const { importId, emails } = result;
    const { addresses } = form.state.values;
    const undo = async () => {
      await revertApplied(client, { importId });
      setSent((shown) => (shown === result ? null : shown));
      // "Invite others" has emptied the form in the meantime.
      if (form.state.values.addresses === '') form.setFieldValue('addresses', addresses);
    };
    toast.success(
      t`${counted(emails.length, NOUN)} sent`,
      importId === null ? undefined : undoAction(undo, [importId]),
    );
    setSent(result);
    setPreview(null);
    draft.discard();
  }

  function inviteOthers(): void {
    setSent(null);
    form.setFieldValue('addresses', '');
    form.setFieldValue('apartment_id', undefined);
    requestAnimationFrame(() => focusField(element.current));
  }

  return (
    <>
      <TitledCard className="max-w-4xl" title={t`Invitation Details`} hidden={sent !== null}>
        <LinkForm
          link={link}
          button={{ label: t`Preview`, busyLabel: t`Please wait...` }}
          align="start"
          others={
            <Button variant="secondary" onClick={() => onBack(form.state.values)}>
              {t`Invite one person`}
            </Button>
          }
          className="sm:grid-cols-2 *:last:col-span-full"
        >
          <DraftBanner draft={draft} />
          <TextField
            name="addresses"
            label={t`E-mail addresses`}
            rows={6}
            hint={t`One per line, or as a mail program writes them: "Name <address>", with semicolons or commas. In rows copied from a spreadsheet the cell right of the address is the number of the apartment.`}
            required
            className="col-span-full"
          />
          <RecordField fields={invitationFields} name="role" />
          <CondoField />
          <ApartmentField required={false} hint={t`For everyone without one of their own above.`} />
        </LinkForm>
      </TitledCard>
      {preview && (
        // The preview sends the text as it was read, so it is hidden once the form above has changed.
        <div hidden={preview.of !== current} className="contents">
          {renderRows({ file: preview.file, onSent: finish })}
        </div>
      )}
      {sent && (
        <SentInvitations
          sent={sent}
          condoId={form.state.values.condo_id ?? null}
          onOthers={inviteOthers}
        />
      )}
      <UnsavedChanges
        isDirty={() => sent === null && form.state.values.addresses.trim() !== ''}
        keep={draft.keep}
      />
    </>
  );
}

interface SentInvitationsProps {
  sent: Sent;
  condoId: number | null;
  onOthers: () => void;
}

/** The result: the invitations that were just sent, each with the state of its mail. */
function SentInvitations({ sent, condoId, onOthers }: SentInvitationsProps) {
  const client = useQueryClient();
  const pending = useQuery(invitationQueries.pending());
  const [isResending, setResending] = useState(false);
  const titleId = useId();
  const others = useRef<HTMLButtonElement>(null);
  useEffect(() => others.current?.focus(), []);
  const emails = new Set(sent.emails.map((email) => email.toLowerCase()));
  const sentToThem = (pending.data ?? []).filter(
    (one) =>
      emails.has((one.email ?? '').toLowerCase()) &&
      (one.condo_id === null || one.condo_id === condoId),
  );
  // The embedded API creates all of them at one time, so older invitations of these people are left out.
  const last = sentToThem
    .map((one) => one.created_at ?? '')
    .toSorted()
    .at(-1);
  const own =
    sent.importId === null ? sentToThem : sentToThem.filter((one) => one.created_at === last);
  const choices = own.flatMap((one) => toChoice(one) ?? []);
  return (
    <NamedCard
      title={t`${counted(sent.emails.length, NOUN)} sent`}
      footer={
        <CardFooter>
          <Button ref={others} onClick={onOthers}>
            {t`Invite others`}
          </Button>
          {choices.length > 0 && (
            <Button variant="secondary" onClick={() => setResending(true)}>
              {t`Resend`}
            </Button>
          )}
        </CardFooter>
      }
    >
      {pending.isError && (
        <ErrorState text={t`Error loading invitations.`} onRetry={() => void pending.refetch()} />
      )}
      <span id={titleId} className="sr-only">{t`Pending invitations`}</span>
      <InvitationList invitations={own} labelledBy={titleId} />
      {isResending && (
        <BatchDialog
          action={resending(client)}
          noun={NOUN}
          choices={choices}
          hidden={0}
          onFinished={() => undefined}
          onClose={() => setResending(false)}
        />
      )}
    </NamedCard>
  );
}
