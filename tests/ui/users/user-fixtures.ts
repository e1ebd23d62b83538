import { aUser } from '../../support/builders';

const IN_SEESTRASSE = { condo_id: 7, condo_name: 'Seestrasse 7' };

/** Users as an API sends them. */
export const ANNA = aUser({
  id: 3,
  profile_picture: 'https://pictures.example/anna.png',
  email_verified: true,
  updated_at: '2025-04-06T12:00:00Z',
  last_login: '2025-05-07T12:00:00Z',
  condo_associations: [
    {
      ...IN_SEESTRASSE,
      id: 51,
      apartment_number: '1A',
      role: 'owner',
      created_at: '2025-03-06T12:00:00Z',
    },
    {
      id: 52,
      condo_id: 8,
      condo_name: null,
      apartment_number: null,
      role: 'building_manager',
      created_at: null,
    },
  ],
});

export const LUCA = aUser({
  id: 4,
  first_name: 'Luca',
  last_name: null,
  email: 'luca@example.ch',
  created_at: '2025-01-02T12:00:00Z',
  condo_associations: [{ ...IN_SEESTRASSE, id: 53, apartment_number: null, role: 'renter' }],
});

export const IDLE = aUser({
  id: 5,
  first_name: 'Ida',
  last_name: 'Alt',
  email: 'ida@example.ch',
  is_active: false,
  created_at: '2024-01-02T12:00:00Z',
  condo_associations: [],
});

/** Values that a link fills into the invitation form. */
export const INVITED = {
  user_id: null,
  email: 'ada@example.com',
  condo_id: 7,
  apartment_id: null,
  role: 'building_manager',
} as const;

export function userPage(users: readonly object[], current_page = 1, total_pages = 1) {
  return { body: { data: users, pagination: { current_page, total_pages } } };
}
