import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Condo } from '~/contract/condo-reading';
import type { DashboardStats } from '~/contract/dashboard';
import type { User, UserPage } from '~/contract/user-reading';

/** What the panel's other screens draw first, without the panel: the same values, links and buttons, no design. */

const dates = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
const dateOf = (iso: string | null) => (iso === null ? '-' : dates.format(new Date(iso)));
const nameOf = ({ first_name, last_name }: User) => `${first_name ?? ''} ${last_name ?? ''}`;

/** The four cards of the dashboard. */
export function Summary({ stats }: { stats: DashboardStats }) {
  const cards = [
    ['/condos', 'Total Condos', stats.totalCondos, stats.newCondosThisMonth],
    ['/apartments', 'Total Apartments', stats.totalApartments, stats.newApartmentsThisMonth],
    ['/users', 'Total Users', stats.totalUsers, stats.newUsersThisMonth],
    ['/pending-invitations', 'Pending Invitations', stats.pendingInvitations, 0],
  ] as const;
  return (
    <ul>
      {cards.map(([to, title, total, added]) => (
        <li key={to}>
          <Link to={to}>
            <span>{title}</span> <span>{total.toLocaleString('en-US')}</span>{' '}
            <span>+{added} from last month</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

const USER_HEADERS = ['Image', 'Name', 'Email', 'Date Joined', 'Associations', 'Status', 'Actions'];

/** A page of people, with the buttons of their pages. */
export function UserTable({ page: { users, currentPage, totalPages } }: { page: UserPage }) {
  return (
    <>
      <table>
        <thead>
          <tr>
            {USER_HEADERS.map((header) => (
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
      <p>
        Showing page {currentPage} of {totalPages}
      </p>
      {['Previous', '1', '2', '3', 'Next'].map((label) => (
        <button key={label} type="button">
          {label}
        </button>
      ))}
    </>
  );
}

function UserRow({ user }: { user: User }) {
  const params = { userId: user.id };
  return (
    <tr>
      <td>{user.first_name?.charAt(0)}</td>
      <td>
        <Link to="/users/$userId" params={params}>
          {nameOf(user)}
        </Link>
      </td>
      <td>{user.email}</td>
      <td>{dateOf(user.created_at)}</td>
      <td>
        <button type="button">{user.condo_associations.length}</button>
      </td>
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

/** One person with the associations. */
export function UserDetail({ user }: { user: User }) {
  return (
    <>
      <h1>{nameOf(user)}</h1>
      <dl>
        <Fact label="Email">{user.email}</Fact>
        <Fact label="Status">{user.is_active ? 'Active' : 'Inactive'}</Fact>
        <Fact label="Email Verified">{user.email_verified ? 'Yes' : 'No'}</Fact>
        <Fact label="Created At">{dateOf(user.created_at)}</Fact>
        <Fact label="Updated At">{dateOf(user.updated_at)}</Fact>
        <Fact label="Last Login">{dateOf(user.last_login)}</Fact>
      </dl>
      <Link to="/users/$userId/edit" params={{ userId: user.id }}>
        Edit
      </Link>
      <table>
        <tbody>
          {user.condo_associations.map((association) => (
            <tr key={association.id}>
              <td>{association.condo_name}</td>
              <td>{association.apartment_number}</td>
              <td>{association.role}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** One building. */
export function CondoDetail({ condo }: { condo: Condo }) {
  return (
    <>
      <h1>{condo.name}</h1>
      <button type="button">Edit</button>
      <button type="button">Delete</button>
      <dl>
        <Fact label="Address">{condo.address}</Fact>
        <Fact label="Location">
          {condo.zip_code} {condo.city} {condo.state} {condo.country}
        </Fact>
        <Fact label="Website">{condo.website}</Fact>
        <Fact label="Date Built">{condo.date_built}</Fact>
        <Fact label="Number of Units">{condo.number_of_units}</Fact>
        <Fact label="Created">{dateOf(condo.created_at)}</Fact>
        <Fact label="Description">{condo.description}</Fact>
      </dl>
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
