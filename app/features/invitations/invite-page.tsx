import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { LazyNoticeDialog } from '~/components/feedback/lazy-confirm-dialog';
import { PageHeader } from '~/components/layout/page-header';
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card';
import { invitationMutations } from '~/data/invitations/invitations.mutations';
import { inviteSearch, type InviteSearch } from '~/data/invitations/invitation-search';
import { detailOrMessage } from '~/lib/app-error';
import { InviteForm } from './invite-form';

type Result = { sent: true } | { sent: false; text: string };

interface InvitePageProps {
  /** What is filled in at first. */
  chosen?: InviteSearch;
}

/** Invite user (docs/behaviour.md, "Invitations"). A failure keeps the page and what was typed. */
export function InvitePage({ chosen = inviteSearch.defaults }: InvitePageProps) {
  const send = useMutation(invitationMutations.send(useQueryClient()));
  const [result, setResult] = useState<Result | null>(null);
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title="Invite User" />
      <Card className="max-w-4xl">
        <CardHeader>
          <CardTitle>Invitation Details</CardTitle>
        </CardHeader>
        <CardContent>
          <InviteForm
            // For another person, building or apartment the form begins again.
            key={Object.values(chosen).join(' ')}
            chosen={chosen}
            send={send.mutateAsync}
            onSent={() => setResult({ sent: true })}
            onServerError={(error) =>
              setResult({
                sent: false,
                text: `Failed to send invitation: ${detailOrMessage(error)}`,
              })
            }
          />
        </CardContent>
      </Card>
      <LazyNoticeDialog
        open={result !== null}
        title={result?.sent ? 'Success' : 'Error'}
        description={result?.sent ? 'Invitation sent successfully!' : (result?.text ?? '')}
        onClose={() => {
          setResult(null);
          if (result?.sent) void navigate({ to: '/users' });
        }}
      />
    </>
  );
}
