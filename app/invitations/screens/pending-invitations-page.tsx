import { copyChosenEmails } from '~/kit/selection/copy-text';
import { INVITATION_STATES } from '~/invitations/search';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ConfirmDelete } from '~/kit/feedback/confirm-delete';
import { lazyPart } from '~/kit/feedback/lazy-part';
import { FilterBar, searchFields } from '~/kit/list/filter-bar';
import { FilterControl } from '~/kit/list/filter-control';
import {
  ListScreen,
  type ListFilterProps,
  type ListPageProps,
  type ScreenList,
} from '~/kit/list/list-screen';
import { ListTable } from '~/kit/list/list-table';
import { deletion } from '~/kit/selection/batch-action';
import type { Choice } from '~/kit/selection/selection';
import { Select } from '~/kit/ui/select';
import type { Invitation } from '~/invitations/fields';
import { invitationMutations, invitationQueries, shownInvitations } from '~/invitations/queries';
import type { Letter } from '~/invitations/schema';
import type { InvitationQuery } from '~/invitations/search';
import { MAIL_TEXTS } from '~/invitations/texts';
import { apiKind } from '~/rpc/api-kind';
import { detailOr } from '~/rpc/errors/app-error';
import { msg, t, translate } from '~/language/texts';
import { invitationColumns } from './invitation-columns';
import { RemindAll } from './remind-all';
import { resending, toChoice } from './resend';

const LettersPart = lazyPart(() => import('./letters'));

const SEARCH_FIELDS = searchFields(msg`Search by email, building or apartment...`);

const STATES = {
  '': '',
  ...MAIL_TEXTS,
  ending: msg`Expired or expires within 2 days`,
  expired: msg`Expired`,
} as const;

export const invitationsList: ScreenList<Invitation> = {
  heading: msg`Pending Invitations`,
  loading: msg`Loading invitations...`,
  error: () => t`Error loading invitations.`,
  empty: { title: msg`No pending invitations found.` },
  noMatch: {
    title: msg`No invitations match`,
    description: msg`No invitations match your search and state.`,
  },
  columns: invitationColumns,
};

/** Pending Invitations (docs/behaviour/invitations.md, "Pending"). */
export function PendingInvitationsPage(props: ListPageProps<InvitationQuery>) {
  const { query } = props;
  const { data: all } = useQuery(invitationQueries.pending());
  const [now] = useState(() => new Date());
  const shown = useMemo(() => shownInvitations(all ?? [], query, now), [all, query, now]);
  const client = useQueryClient();
  const { one, each } = invitationMutations.useRemoval();
  const [chosen, setChosen] = useState<readonly Choice[]>([]);
  const [letters, setLetters] = useState<readonly Letter[]>([]);
  const close = () => setChosen([]);
  const back = () => {
    close();
    setLetters([]);
  };
  if (letters.length > 0)
    return (
      <LettersPart>
        {({ LettersPage }) => <LettersPage letters={letters} chosen={chosen} onBack={back} />}
      </LettersPart>
    );
  return (
    <>
      <LettersPart open={chosen.length > 0} onClose={close}>
        {({ PrintLetters }) =>
          chosen.length > 0 && (
            <PrintLetters chosen={chosen} onPrinted={setLetters} onClose={close} />
          )
        }
      </LettersPart>
      <ListScreen
        {...props}
        add={t`Invite User`}
        addOther={apiKind().isEmbedded && <RemindAll />}
        to="/users/invite"
        renderFilters={(bar) => <InvitationsToolbar {...bar} />}
        list={invitationQueries.pending}
        rows={() => shown}
        count={() => shown.length}
        of={invitationsList}
        total={all?.length ?? null}
        noun={['invitation', 'invitations']}
        choices={{
          toChoice,
          actions: [
            copyChosenEmails(),
            resending(client),
            ...(apiKind().isEmbedded
              ? [{ label: t`Print letters`, onPress: (of: readonly Choice[]) => setChosen(of) }]
              : []),
            deletion(t`Failed to delete invitation`, each),
          ],
        }}
      >
        {(rows) => (
          <ListTable
            {...rows}
            caption={t`Pending invitations`}
            renderDelete={(invitation, onDone) => (
              <ConfirmDelete
                record={invitation}
                title={t`Delete Invitation`}
                question={t`Are you sure you want to delete this invitation? This action cannot be undone.`}
                nameOf={({ invitee }) => invitee ?? ''}
                {...one}
                success={{ toast: t`Invitation deleted` }}
                failure={(error) => ({ toast: detailOr(error, t`Failed to delete invitation`) })}
                onDone={onDone}
              />
            )}
          />
        )}
      </ListScreen>
    </>
  );
}

/** Search of Pending Invitations, with a filter by state if the API reports on e-mails. */
function InvitationsToolbar({ values, onChange }: ListFilterProps<InvitationQuery>) {
  return (
    <FilterBar
      fields={SEARCH_FIELDS}
      values={values}
      onChange={onChange}
      childrenInUse={Number(values.state !== '')}
      className="roomy:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]"
    >
      {apiKind().isEmbedded && (
        <FilterControl label={t`Status`} printed={translate(STATES[values.state])}>
          {(id) => (
            <Select
              id={id}
              value={values.state}
              options={['', ...INVITATION_STATES]}
              labelOf={(state) => (state === '' ? t`Any status` : translate(STATES[state]))}
              onChange={(state) => onChange({ state })}
            />
          )}
        </FilterControl>
      )}
    </FilterBar>
  );
}
