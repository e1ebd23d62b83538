import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query';
import { useRef, type ComponentProps } from 'react';
import { toast, undoAction } from '~/kit/feedback/toast';
import { DateField } from '~/kit/form/date-input';
import { FormField } from '~/kit/form/form-field';
import { LinkForm, useLinkForm } from '~/kit/form/link-form';
import { UnsavedForm } from '~/kit/form/unsaved-changes';
import { DialogWindow } from '~/kit/ui/dialog';
import type { FindingKind } from '~/checks/schema';
import { setAsideSchema, type Finding } from '~/checks/answers';
import { today } from '~/rpc/api-kind';
import { changeEmbedded, invalidateAfter } from '~/rpc/queries';
import type { Versioned } from '~/rpc/versioned';
import { valueSchema } from '~/fields/field-schemas';
import { changeEach } from '~/fields/run-each';
import { z } from '~/fields/zod';
import { t } from '~/language/texts';
import { associationFields } from '~/users/fields';
import type { TenancyRecord } from '~/users/schema';
import { tenancyQueries, updateTenancy } from '~/users/tenancy/task';
import { isSharing } from './finding-texts';

const reasonSchema = setAsideSchema.pick({ reason: true });
const reportSchema = z.object({ reported_on: valueSchema(associationFields.reported_on) });

/** An action on findings that asks for an input first. */
export type FindingAct = 'dismiss' | 'report';

interface FindingFormProps {
  kind: FindingKind;
  /** Findings to act on. The dialog is open while there are some. */
  findings: readonly Finding[];
  onDone: () => void;
}

/** Asks for one reason to dismiss all these findings, or for the day on which the moves were reported. */
export function FindingDialog({ act, ...props }: FindingFormProps & { act: FindingAct }) {
  const { findings, onDone } = props;
  return (
    <DialogWindow open={findings.length > 0} title={titleOf(act, props)} onClose={onDone}>
      {findings.length > 0 &&
        (act === 'report' ? <ReportForm {...props} /> : <ReasonForm {...props} />)}
    </DialogWindow>
  );
}

function titleOf(act: FindingAct, { kind, findings }: FindingFormProps): string {
  if (act === 'report') return t`Reported to the commune`;
  if (isSharing(kind)) return t`Mark as shared`;
  return findings.length > 1 ? t`Dismiss ${findings.length} findings` : t`Dismiss`;
}

/** Number of findings listed by name. The others are only counted. */
const NAMED_LIMIT = 5;

function ReasonForm({ kind, findings, onDone }: FindingFormProps) {
  const client = useQueryClient();
  const sharing = isSharing(kind);
  const setAside = useMutation({
    mutationFn: (reason: string) =>
      changeEach(findings, ({ record: { id }, state }) =>
        changeEmbedded('portfolioCheck.setAside', { kind, id, body: { state, reason } }),
      ),
    // Dismissed findings leave the list even if another one failed.
    onSettled: () => invalidateAfter(client, 'portfolioCheck.setAside'),
  });
  const link = useLinkForm({
    defaultValues: { reason: sharing ? t`They share the apartment` : '' },
    schema: reasonSchema,
    send: ({ reason }) => setAside.mutateAsync(reason),
    onSuccess() {
      toast.success(doneText(sharing, findings.length));
      onDone();
    },
  });
  return (
    <ActForm
      link={link}
      button={{ label: sharing ? t`Mark as shared` : t`Dismiss`, busyLabel: t`Please wait...` }}
      findings={findings}
      note={t`It comes back if the data changes.`}
      onCancel={onDone}
    >
      <link.TextField name="reason" label={t`Reason`} required rows={3} />
    </ActForm>
  );
}

function doneText(sharing: boolean, count: number): string {
  if (sharing) return t`Marked as shared`;
  return count > 1 ? t`${count} findings dismissed` : t`Finding dismissed`;
}

/** The previous day, and the version that the report has written. Undo sends both. */
type Former = Pick<Versioned<TenancyRecord>, 'reported_on' | 'version'>;

const writeDay = (id: number, { reported_on, version }: Former) =>
  updateTenancy({ id, body: { reported_on }, version });

/** Writes the day to the associations in the version that was read when the dialog opened. */
function ReportForm({ findings, onDone }: FindingFormProps) {
  const client = useQueryClient();
  const ids = findings.map(({ record }) => record.id);
  const seen = useQueries({
    queries: ids.map((id) => ({ ...tenancyQueries.detail(id), staleTime: Infinity, gcTime: 0 })),
  });
  /** Previous days of the associations already reported. A retry skips these associations. */
  const former = useRef(new Map<number, Former>());
  const settled = () => invalidateAfter(client, 'tenancies.update');
  const link = useLinkForm({
    defaultValues: { reported_on: today() },
    schema: reportSchema,
    send: ({ reported_on }) =>
      changeEach(ids, async (id) => {
        if (former.current.has(id)) return;
        const known = seen[ids.indexOf(id)]?.data;
        const before = known ?? (await client.fetchQuery(tenancyQueries.detail(id)));
        const { version } = await writeDay(id, { reported_on, version: before.version });
        former.current.set(id, { reported_on: before.reported_on, version });
      }).finally(settled),
    onSuccess() {
      toast.success(
        t`Day of the report saved`,
        undoAction(
          () =>
            changeEach([...former.current], ([id, before]) => writeDay(id, before)).finally(
              settled,
            ),
          ids,
        ),
      );
      onDone();
    },
  });
  return (
    <ActForm
      link={link}
      button={{ label: t`Save`, busyLabel: t`Saving...` }}
      findings={findings}
      onCancel={onDone}
    >
      <FormField name="reported_on">
        <DateField label={t`Reported to the commune on`} required />
      </FormField>
    </ActForm>
  );
}

interface ActFormProps extends ComponentProps<typeof LinkForm> {
  findings: readonly Finding[];
  note?: string;
}

/** The form of an action, below the names of its findings. */
function ActForm({ findings, note, children, ...form }: ActFormProps) {
  return (
    <LinkForm {...form} align="end" className="mt-2">
      <div className="text-muted">
        {findings.slice(0, NAMED_LIMIT).map(({ record }) => (
          <span key={record.id} className="block font-medium wrap-anywhere text-ink">
            {record.name}
          </span>
        ))}
        {findings.length > NAMED_LIMIT && (
          <span className="block">{t`and ${findings.length - NAMED_LIMIT} more`}</span>
        )}
        {note}
      </div>
      {children}
      <UnsavedForm form={form.link.form} />
    </LinkForm>
  );
}
