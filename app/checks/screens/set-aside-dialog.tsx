import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '~/kit/feedback/toast';
import { LinkForm, useLinkForm } from '~/kit/form/link-form';
import { DialogWindow } from '~/kit/ui/dialog';
import { Button } from '~/kit/ui/button';
import type { FindingKind } from '~/checks/schema';
import { setAsideSchema, type Finding } from '~/checks/answers';
import { changeEmbedded, invalidateAfter } from '~/rpc/queries';
import { CALLS_AT_ONCE, runEach } from '~/fields/run-each';
import { t } from '~/language/texts';

const reasonSchema = setAsideSchema.pick({ reason: true });

interface SetAsideDialogProps {
  kind: FindingKind;
  /** Findings to set aside; the dialog is closed without any. */
  findings: readonly Finding[];
  onDone: () => void;
}

/** Asks for one reason to set aside all these findings. */
export function SetAsideDialog({ kind, findings, onDone }: SetAsideDialogProps) {
  return (
    <DialogWindow
      open={findings.length > 0}
      title={findings.length > 1 ? t`Dismiss ${findings.length} findings` : t`Dismiss`}
      onClose={onDone}
    >
      {findings.length > 0 && <ReasonForm kind={kind} findings={findings} onDone={onDone} />}
    </DialogWindow>
  );
}

/** Findings that are named; the number of the others is. */
const NAMED = 5;

function ReasonForm({ kind, findings, onDone }: SetAsideDialogProps) {
  const client = useQueryClient();
  const setAside = useMutation({
    mutationFn: async (reason: string) => {
      const outcomes = await runEach(
        findings,
        ({ record: { id }, state }) =>
          changeEmbedded('portfolioCheck.setAside', { kind, id, body: { state, reason } }),
        { atOnce: CALLS_AT_ONCE },
      );
      const failed = outcomes.find((outcome) => outcome.kind === 'failed');
      if (failed) throw failed.error;
    },
    // Dismissed findings leave the list even if another one failed.
    onSettled: () => invalidateAfter(client, 'portfolioCheck.setAside'),
  });
  const link = useLinkForm({
    defaultValues: { reason: '' },
    schema: reasonSchema,
    send: ({ reason }) => setAside.mutateAsync(reason),
    onSuccess() {
      toast.success(
        findings.length > 1 ? t`${findings.length} findings dismissed` : t`Finding dismissed`,
      );
      onDone();
    },
  });
  return (
    <LinkForm
      link={link}
      button={{ label: t`Dismiss`, busyLabel: t`Please wait...` }}
      align="end"
      others={
        <Button variant="secondary" onClick={onDone}>
          {t`Cancel`}
        </Button>
      }
      className="mt-2"
    >
      <p className="text-muted">
        {findings.slice(0, NAMED).map(({ record }) => (
          <span key={record.id} className="block font-medium wrap-anywhere text-ink">
            {record.name}
          </span>
        ))}
        {findings.length > NAMED && (
          <span className="block">{t`and ${findings.length - NAMED} more`}</span>
        )}
        {t`It comes back if the data changes.`}
      </p>
      <link.TextField name="reason" label={t`Reason`} required rows={3} />
    </LinkForm>
  );
}
