import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { LazyConfirmDelete } from '~/components/feedback/lazy-confirm-delete';
import { toast } from '~/components/feedback/toast';
import { Button } from '~/components/ui/button';
import { TitledCard } from '~/components/ui/card';
import { isErasedEmail } from '~/contract/erased-email';
import type { User } from '~/contract/user-reading';
import { read } from '~/data/call';
import { userQueries } from '~/data/users/users.queries';
import { useOwnChange } from '~/data/use-own-change';
import { apiKind } from '~/lib/api-kind';
import { detailOr, detailOrMessage } from '~/lib/app-error';
import { download } from '~/lib/download';
import { t } from '~/lib/texts';
import { DeleteUser } from './delete-user';
import { userTitle } from '~/lib/user-text';
import { useSingleFlightMutation } from '~/lib/use-single-flight-mutation';

/** Everything known of a person: exported for everyone; active people can be deleted, inactive ones erased (docs/behaviour.md, "People"). */
export function PersonalDataCard({ userId }: { userId: number }) {
  const { data: user } = useQuery(userQueries.detail(userId));
  return user && apiKind().isEmbedded && <PersonalData user={user} userId={userId} />;
}

function PersonalData({ user, userId }: { user: User; userId: number }) {
  const [asked, setAsked] = useState<User | null>(null);
  const [deleting, setDeleting] = useState<User | null>(null);
  const exportButton = useRef<HTMLButtonElement>(null);
  const erasing = useOwnChange('personalData.erase');
  const exporting = useSingleFlightMutation({
    mutationFn: async (id: number) => (await read('personalData.export', { id })).blob(),
    onSuccess: (file) => download(file, `person-${userId}.json`),
    onError: (error) => toast.error(detailOr(error, t`Failed to export this person's data`)),
  });
  const erased = isErasedEmail(user.email);
  return (
    <TitledCard
      data-palette
      className="print:hidden"
      title={t`Personal Data`}
      contentClassName="flex flex-wrap items-center gap-3"
    >
      {erased && <p className="basis-full text-muted">{t`This person was erased.`}</p>}
      <Button
        ref={exportButton}
        variant="secondary"
        aria-disabled={exporting.isPending}
        onClick={() => exporting.mutate(userId)}
      >
        {exporting.isPending ? t`Exporting...` : t`Export this person's data`}
      </Button>
      {user.is_active && (
        <Button variant="danger" onClick={() => setDeleting(user)}>
          {t`Delete`}
        </Button>
      )}
      <DeleteUser user={deleting} onDone={() => setDeleting(null)} />
      {!user.is_active && !erased && (
        <Button variant="danger" onClick={() => setAsked(user)}>
          {t`Erase this person`}
        </Button>
      )}
      <LazyConfirmDelete
        record={asked}
        title={t`Erase this person`}
        question={t`Are you sure you want to erase this person? Their name, e-mail, picture and password go for good, in the history and in invitations too. This action cannot be undone.`}
        nameOf={userTitle}
        confirmLabel={t`Erase`}
        remove={(id) => erasing.mutateAsync({ id })}
        success={{ title: t`Person Erased`, text: t`Nothing of who this person was is left.` }}
        failure={(error) => ({ title: t`Erasing Failed`, text: detailOrMessage(error) })}
        onDone={() => setAsked(null)}
        focusAfter={exportButton}
      />
    </TitledCard>
  );
}
