import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { openerOf, returnFocus } from '~/components/feedback/opener';
import { toast } from '~/components/feedback/toast';
import { FormError } from '~/components/form/form-error';
import { submitHandler } from '~/components/form/server-errors';
import { useAppForm } from '~/components/form/use-app-form';
import { useLinkForm } from '~/components/form/use-link-form';
import { DialogContent, DialogRoot, DialogTitle } from '~/components/ui/dialog';
import { Button } from '~/components/ui/button';
import type { FindingKind } from '~/contract/portfolio-check';
import { setAsideSchema, type Finding } from '~/contract/portfolio-check-schemas';
import { ownChange } from '~/data/own-call';

const reasonSchema = setAsideSchema.pick({ reason: true });

interface SetAsideDialogProps {
  kind: FindingKind;
  /** The finding that is asked about, or null. */
  finding: Finding | null;
  onDone: () => void;
}

/** Asks why a finding is to be put aside. */
export function SetAsideDialog({ kind, finding, onDone }: SetAsideDialogProps) {
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  return (
    <DialogRoot open={finding !== null} onOpenChange={(open) => !open && onDone()}>
      <DialogContent
        aria-describedby={undefined}
        onOpenAutoFocus={() => setOpener(openerOf(document.activeElement))}
        onCloseAutoFocus={() => returnFocus(opener)}
      >
        <DialogTitle>Dismiss</DialogTitle>
        {finding && <ReasonForm kind={kind} finding={finding} onDone={onDone} />}
      </DialogContent>
    </DialogRoot>
  );
}

interface ReasonFormProps extends SetAsideDialogProps {
  finding: Finding;
}

function ReasonForm({ kind, finding, onDone }: ReasonFormProps) {
  const setAside = useMutation(ownChange(useQueryClient(), 'portfolioCheck.setAside'));
  const { element, formError, options, submit } = useLinkForm(() => {
    toast.success('Finding dismissed');
    onDone();
  });
  const form = useAppForm({
    defaultValues: { reason: '' },
    validators: { onDynamic: reasonSchema },
    ...options,
    onSubmit: ({ value: { reason }, formApi }) =>
      submit(formApi, async () => {
        const { record, state } = finding;
        await setAside.mutateAsync({ kind, id: record.id, body: { state, reason } });
      }),
  });
  return (
    <form ref={element} noValidate className="mt-2 grid gap-4" onSubmit={submitHandler(form)}>
      <p className="text-muted">
        <span className="block font-medium wrap-anywhere text-ink">{finding.record.name}</span>
        It comes back if the data changes.
      </p>
      <form.AppField name="reason">
        {(field) => <field.TextareaField label="Reason" required rows={3} />}
      </form.AppField>
      <FormError message={formError} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onDone}>
          Cancel
        </Button>
        <form.AppForm>
          <form.SubmitButton label="Dismiss" busyLabel="Please wait..." />
        </form.AppForm>
      </div>
    </form>
  );
}
