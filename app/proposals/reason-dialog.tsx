import type { ComponentProps } from 'react';
import { LinkForm, useLinkForm } from '~/kit/form/link-form';
import { UnsavedForm } from '~/kit/form/unsaved-changes';
import { DialogWindow } from '~/kit/ui/dialog';
import { freeText, requiredText } from '~/fields/field';
import { z } from '~/fields/zod';
import { t } from '~/language/texts';
import { PROPOSAL_REASON_LIMIT_CHARS } from './schema';

interface ReasonDialogProps extends Pick<ComponentProps<typeof LinkForm>, 'button'> {
  title: string;
  isOptional?: boolean;
  hint?: string;
  note?: string | undefined;
  /** Sends the reason. An error is shown in the dialog, which keeps the typed text. */
  send: (reason: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for a reason, which the person who decides on the proposal, or its author, will read. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, button, isOptional = false, hint, note, send, onClose } = props;
  const rule = isOptional ? freeText : requiredText;
  const link = useLinkForm({
    defaultValues: { reason: '' },
    schema: z.object({ reason: rule('Reason', PROPOSAL_REASON_LIMIT_CHARS) }),
    send: ({ reason }) => send(reason.trim()),
  });
  return (
    <DialogWindow
      title={title}
      titleClass="mb-5 pr-10"
      onClose={onClose}
      onInteractOutside={(event) => event.preventDefault()}
    >
      <LinkForm link={link} button={button} align="end" onCancel={onClose}>
        <link.TextField
          name="reason"
          label={isOptional ? t`Reason (optional)` : t`Reason`}
          hint={hint}
          rows={3}
          required={!isOptional}
        />
        {note !== undefined && <p className="text-muted">{note}</p>}
        <UnsavedForm form={link.form} />
      </LinkForm>
    </DialogWindow>
  );
}
