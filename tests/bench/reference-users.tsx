import { Link } from '@tanstack/react-router';
import type { User } from '~/users/fields';

/** The panel's page of users without the panel: the same values, links and buttons, no design. */

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
const HEADERS = ['Profile', 'Name', 'Email', 'Date Joined', 'Associations', 'Status', 'Actions'];

export function UserTable({ users }: { users: readonly User[] }) {
  return (
    <table aria-label="Users" style={{ tableLayout: 'fixed', width: '100%' }}>
      <thead>
        <tr>
          {HEADERS.map((header) => (
            <th key={header}>{header}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <UserRow key={user.id} user={user} />
        ))}
      </tbody>
    </table>
  );
}

function UserRow({ user }: { user: User }) {
  const params = { userId: user.id };
  return (
    <tr>
      <td>
        <img src={user.profile_picture ?? '/profile-placeholder.svg'} alt="Profile" width={36} />
      </td>
      <td>
        <Link to="/users/$userId" params={params}>
          {user.first_name} {user.last_name}
        </Link>
      </td>
      <td>{user.email}</td>
      <td>{dates.format(new Date(user.created_at ?? 0))}</td>
      <td>{user.condo_associations.length}</td>
      <td>{user.is_active ? 'Active' : 'Inactive'}</td>
      <td>
        <Link to="/users/$userId" params={params}>
          View
        </Link>
        <Link to="/users/$userId/edit" params={params}>
          Edit
        </Link>
        <button type="button">Delete</button>
      </td>
    </tr>
  );
}
