import { useState } from 'react';
import type { Invitation } from '~/invitations/fields';
import { apiKind } from '~/rpc/api-kind';
import { cn } from '~/kit/ui/cn';
import { formatDateTime } from '~/language/format';
import { expiryText, mailText } from '~/invitations/texts';

/** Time of an invitation; with the embedded API also the state of its e-mail and the expiry of its link. */
export function SentAt({ invitation }: { invitation: Invitation }) {
  const [now] = useState(() => new Date());
  const { isEmbedded } = apiKind();
  const mail = isEmbedded ? mailText(invitation) : null;
  const expiry = isEmbedded ? expiryText(invitation, now) : null;
  const failed = invitation.mail_state === 'failed';
  // A mail was sent, so on narrow screens only the link's expiry is shown.
  const onlyWide = invitation.mail_state === 'sent' && expiry ? 'tablet:hidden' : undefined;
  return (
    <>
      {/* A phone has room for one of the two, and the expiry is more useful. */}
      <span
        className={cn(
          'md:block tablet:text-xs tablet:tracking-tight print:block',
          expiry && 'max-md:hidden',
        )}
      >
        {formatDateTime(invitation.created_at)}
      </span>
      {(mail ?? expiry) && (
        <span
          title={[mail, expiry].filter(Boolean).join(' · ')}
          className={cn(
            'text-xs text-muted tablet:max-h-8 tablet:overflow-hidden tablet:tracking-tight md:block print:block',
            !expiry && 'max-md:ml-2',
          )}
        >
          {mail && <span className={cn(failed && 'text-danger', onlyWide)}>{mail}</span>}
          <span className={cn(failed && 'max-md:hidden')}>
            {mail && expiry && <span className={onlyWide}> · </span>}
            {expiry}
          </span>
        </span>
      )}
    </>
  );
}
