import type { QueryClient } from '@tanstack/react-query';
import { shownEmail } from '~/fields/shown-email';
import type { BatchAction } from '~/kit/selection/batch-action';
import type { Choice } from '~/kit/selection/selection';
import type { Invitation } from '~/invitations/fields';
import { invitationMutations } from '~/invitations/queries';
import { detailOr } from '~/rpc/errors/app-error';
import { t } from '~/language/texts';

/** Resends several invitations, with one call each. */
export function resending(client: QueryClient): BatchAction {
  return {
    button: t`Resend selected`,
    verb: t`Resend`,
    done: (what) => t`${what} resent`,
    skipped: t`Not resent: cancelled`,
    destructive: false,
    question: (what, count) =>
      count === 1 ? t`Send this invitation again?` : t`Send these ${what} again?`,
    failure: (error) => detailOr(error, t`Failed to resend invitation`),
    ...invitationMutations.resendEach(client),
  };
}

export function toChoice({ id, email, invitee }: Invitation): Choice | null {
  if (id === null) return null;
  const name = shownEmail(invitee ?? '').trim() || t`Invitation ${id}`;
  return { id, name, email: shownEmail(email ?? '').trim() || null };
}
