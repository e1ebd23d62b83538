import { useQueryClient } from '@tanstack/react-query';
import { copyEmails } from '~/components/feedback/copy-text';
import { deletion } from '~/components/selection/batch-action';
import { SelectList } from '~/components/selection/select-list';
import type { Choice } from '~/components/selection/selection';
import type { SelectColumn } from '~/components/table/body-row';
import type { Invitation } from '~/contract/invitation-reading';
import { useUndoDelete } from '~/data/history/use-undo-delete';
import { invitationMutations } from '~/data/invitations/invitations.mutations';
import { detailOr } from '~/lib/app-error';
import { t } from '~/lib/texts';

interface InvitationBatchProps {
  invitations: readonly Invitation[];
  complete: boolean;
  onReady: (select: SelectColumn<Invitation>) => void;
}

/** Several invitations can be chosen, and resent or deleted. */
export function InvitationBatch({ invitations, ...props }: InvitationBatchProps) {
  const client = useQueryClient();
  const undo = useUndoDelete('invitation');
  return (
    <SelectList
      {...props}
      records={invitations}
      toChoice={toChoice}
      noun={['invitation', 'invitations']}
      actions={[
        {
          label: t`Copy e-mail addresses`,
          onPress: (choices) => void copyEmails([...new Set(choices.flatMap(emailOf))]),
        },
        {
          button: t`Resend selected`,
          verb: t`Resend`,
          done: (what) => t`${what} resent`,
          left: t`Not resent: cancelled`,
          destructive: false,
          question: (what, count) =>
            count === 1 ? t`Send this invitation again?` : t`Send these ${what} again?`,
          failure: (error) => detailOr(error, t`Failed to resend invitation`),
          ...invitationMutations.resendEach(client),
        },
        deletion(t`Failed to delete invitation`, {
          ...invitationMutations.removeEach(client),
          undo,
        }),
      ]}
    />
  );
}

/** An invitation is named by its address; one without is named by its id. */
function emailOf({ name }: Choice): string[] {
  return name.includes('@') ? [name] : [];
}

function toChoice({ id, email }: Invitation): Choice | null {
  return id === null ? null : { id, name: email?.trim() || t`Invitation ${id}` };
}
