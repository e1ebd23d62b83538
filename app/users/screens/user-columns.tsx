import { EmailText } from '~/kit/ui/record-texts';
import { useContext } from 'react';
import { columnsOf } from '~/kit/table/table-features';
import { RowActions, type RowAction } from '~/kit/table/row-actions';
import { RowLink } from '~/kit/table/row-links';
import { Badge } from '~/kit/ui/badge';
import type { User } from '~/users/fields';
import { apiKind } from '~/rpc/api-kind';
import { textOrDash, formatDate } from '~/language/format';
import { msg, plural, t } from '~/language/texts';
import { ExpansionContext, isExpandable, isExpanded } from './expansion';
import { ProfileImage } from './user-state';
import { userName, userTitle } from '~/users/user-text';

const { columns, column, actions } = columnsOf<User>();

export function userColumns(onDelete: (user: User) => void) {
  const sortable = apiKind().isEmbedded;
  return columns([
    column(
      'profile_picture',
      msg`Profile`,
      (user) => (
        <ProfileImage
          url={user.profile_picture}
          size={36}
          className={user.is_active ? '' : 'grayscale'}
        />
      ),
      { width: '5.75rem', narrow: '5.5rem', selectable: true, phone: 'lead' },
    ),
    column('name', msg`Name`, (user) => <UserName user={user} />, {
      phone: 'title',
      sortable,
    }),
    column('email', msg`Email`, (user) => <EmailText email={user.email} isCode />, {
      width: '23%',
      narrow: '9.75rem',
      phone: 'note',
      code: true,
      sortable,
    }),
    column('created_at', msg`Date Joined`, (user) => formatDate(user.created_at), {
      width: '7.25rem',
      narrow: '5.5rem',
      sortable,
    }),
    column('associations', msg`Associations`, (user) => <AssociationCount user={user} />, {
      width: '7rem',
      narrow: '6.25rem',
      phone: 'end',
    }),
    column('is_active', msg`Status`, (user) => <UserStatus active={user.is_active} />, {
      width: '5.75rem',
      narrow: '5.25rem',
      phone: 'badge',
    }),
    actions('13.75rem', (user) => <UserActions user={user} onDelete={onDelete} />, {
      narrow: '4.75rem',
      words: [msg`View`, msg`Edit`, msg`Delete`],
      asks: 'look',
    }),
  ]);
}

/** The name as a link to the user. It stays a link for inactive users, whose page has Restore and Erase. */
function UserName({ user }: { user: User }) {
  const name = textOrDash(userName(user));
  if (user.id === null) return <span className="font-medium">{name}</span>;
  return (
    <RowLink
      id={nameId(user.id)}
      link={{ to: '/users/$userId', params: { userId: user.id } }}
      opensRow
      className="rounded-xs font-semibold hover:underline"
    >
      {name}
    </RowLink>
  );
}

/** Id of the element with the name, which describes the buttons of the row. */
function nameId(id: number): string {
  return `user-${id}`;
}

export function UserStatus({ active }: { active: boolean }) {
  return <Badge tone={active ? 'success' : 'neutral'}>{active ? t`Active` : t`Inactive`}</Badge>;
}

/** Number of a user's associations. A click expands the row. */
function AssociationCount({ user }: { user: User }) {
  const { expansion, toggle } = useContext(ExpansionContext);
  const { id } = user;
  const count = user.condo_associations.length;
  if (id === null || !isExpandable(user)) return <span className="pl-7 tabular-nums">{count}</span>;
  const open = isExpanded(expansion, user);
  return (
    <button
      type="button"
      aria-expanded={open}
      aria-label={t`${plural(count, String(count), '# association', '# associations')} of ${userTitle(user)}`}
      className="-ml-1 inline-flex h-8 min-w-14 items-center gap-2 rounded-md px-2 tabular-nums before:icon-mask before:icon-chevron before:text-muted before:transition-transform hover:bg-line aria-expanded:before:rotate-90"
      onClick={() => toggle(id)}
    >
      {count}
    </button>
  );
}

/** Buttons of a row. Disabled for an inactive user. */
function UserActions({ user, onDelete }: { user: User; onDelete: (user: User) => void }) {
  if (user.id === null) return <>-</>;
  const params = { userId: user.id };
  const disabled = !user.is_active;
  const offered: RowAction[] = [
    {
      label: t`View`,
      asks: 'look',
      disabled,
      renderLink: (props) => <RowLink {...props} link={{ to: '/users/$userId', params }} />,
    },
    {
      label: t`Edit`,
      shortcut: 'e',
      asks: 'propose',
      disabled,
      renderLink: (props) => <RowLink {...props} link={{ to: '/users/$userId/edit', params }} />,
    },
    { label: t`Delete`, disabled, variant: 'quiet-danger', onPress: () => onDelete(user) },
  ];
  const named = userName(user) ? { describedBy: nameId(user.id) } : { about: userTitle(user) };
  return <RowActions {...named} actions={offered} />;
}
