import { useState } from 'react';
import type { Invitation } from '~/contract/invitation-reading';
import { apiKind } from '~/lib/api-kind';
import { cn } from '~/lib/cn';
import { formatDateTime } from '~/lib/format';
import { expiryText, mailText } from '~/lib/invitation-texts';

/** When an invitation was sent and, where the API sends it, the state of its e-mail and the end of its link. */
export function SentAt({ invitation }: { invitation: Invitation }) {
  const [now] = useState(() => new Date());
  const { isEmbedded } = apiKind();
  const mail = isEmbedded ? mailText(invitation) : null;
  const expiry = isEmbedded ? expiryText(invitation, now) : null;
  const failed = invitation.mail_state === 'failed';
  // Every link that works was sent: where there is little room its end says so.
  const onlyWide = invitation.mail_state === 'sent' && expiry ? 'tablet:hidden' : undefined;
  return (
    <>
      {/* On a phone there is room for one of the two: the end tells more. */}
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
