import { useState } from 'react';
import { copyEmails } from '~/components/feedback/copy-text';
import { Button } from '~/components/ui/button';
import { Select } from '~/components/ui/select';
import type { User } from '~/contract/user-reading';
import { associationsWith } from '~/data/users/associations';
import { useEveryone } from '~/data/users/everyone';
import { msg, t, translate } from '~/lib/texts';
import { emailsOf } from '~/lib/user-text';

/** Whose addresses are copied, by the role of their association. */
const GROUPS: ReadonlyMap<string, string> = new Map([
  ['', msg`All`],
  ['owner', msg`Owners`],
  ['renter', msg`Renters`],
  ['building_manager', msg`Managers`],
]);

interface CopyEmailsProps {
  condoId: number;
  condoName: string | null;
}

/** Copies the e-mail addresses of a building's active people, for a message to all of them. */
export function CopyEmails({ condoId, condoName }: CopyEmailsProps) {
  const [group, setGroup] = useState('');
  const [wanted, setWanted] = useState(false);
  const { users, pages, isError, retry } = useEveryone(condoId, wanted);
  const emails =
    users && emailsOf(users.filter((user) => hasRole(user, { condoId, condoName }, group)));
  const want = () => setWanted(true);
  return (
    <div
      role="group"
      aria-label={t`E-mail addresses`}
      className="flex flex-wrap items-center gap-2"
    >
      <Select
        aria-label={t`Whose e-mail addresses`}
        className="min-h-9 w-auto py-1"
        value={group}
        onFocus={want}
        options={[...GROUPS.keys()]}
        labelOf={(value) => translate(GROUPS.get(value) ?? '')}
        onChange={setGroup}
      />
      <Button
        variant="secondary"
        size="sm"
        aria-disabled={wanted && !emails && !isError}
        onFocus={want}
        onPointerEnter={want}
        onClick={() => {
          if (emails) void copyEmails(emails);
          else if (isError) retry();
          else want();
        }}
      >
        {emails || !wanted
          ? t`Copy e-mail addresses`
          : isError
            ? t`Read people again`
            : t`Reading people (${pages.read} of ${pages.total ?? '...'} pages)`}
      </Button>
    </div>
  );
}

function hasRole(user: User, condo: CopyEmailsProps, group: string): boolean {
  return group === '' || associationsWith(user, condo).some(({ role }) => role === group);
}
