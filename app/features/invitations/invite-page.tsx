import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { LazyNoticeDialog } from '~/components/feedback/lazy-confirm-dialog';
import { toast } from '~/components/feedback/toast';
import { PageHeader } from '~/components/layout/page-header';
import { TitledCard } from '~/components/ui/card';
import { inviteSearch, type InviteSearch } from '~/data/invitations/invitation-search';
import type { backToFinding } from '~/data/portfolio-check/finding-origin';
import { t } from '~/lib/texts';
import { useIsShown } from '~/lib/use-is-shown';
import { InviteForm, type InviteResult } from './invite-form';

interface InvitePageProps {
  /** The initial values. */
  chosen?: InviteSearch;
  /** Where the invitation was asked for; else it leads to the users. */
  back?: ReturnType<typeof backToFinding>;
}

/** Invite user (docs/behaviour.md, "Invitations"). A failure keeps the page and what was typed. */
export function InvitePage({ chosen = inviteSearch.defaults, back = null }: InvitePageProps) {
  const [result, setResult] = useState<InviteResult | null>(null);
  const navigate = useNavigate();
  const isShown = useIsShown();

  function show(next: InviteResult): void {
    if (isShown()) setResult(next);
    else if (next.sent) toast.success(next.text);
    else toast.error(next.text);
  }

  return (
    <>
      <PageHeader title={t`Invite User`} />
      <TitledCard className="max-w-4xl" title={t`Invitation Details`}>
        <InviteForm
          // For another person, building or apartment the form begins again.
          key={Object.values(chosen).join(' ')}
          chosen={chosen}
          onResult={show}
        />
      </TitledCard>
      <LazyNoticeDialog
        open={result !== null}
        title={result?.sent ? t`Success` : t`Error`}
        description={result?.text ?? ''}
        onClose={() => {
          setResult(null);
          if (result?.sent) void navigate(back ?? { to: '/users' });
        }}
      />
    </>
  );
}
