/**
 * A record of this API: a numeric id, decimals as text, extra fields, and optional fields that are
 * sometimes missing.
 */
export type Row = Record<string, unknown> & { id: number };

export interface ExternalData {
  condos: Row[];
  apartments: Row[];
  users: Row[];
  invitations: Row[];
}

export const EXTERNAL_ACCOUNTS = [
  {
    username: 'chief@external.example',
    password: 'correct horse',
    first_name: 'Vera',
    admin: true,
  },
  {
    username: 'nameless@external.example',
    password: 'correct horse',
    first_name: null,
    admin: true,
  },
  {
    username: 'renter@external.example',
    password: 'correct horse',
    first_name: 'Rolf',
    admin: false,
  },
] as const;

/** An image that needs no network. */
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Records at each start. */
export function externalData(): ExternalData {
  return {
    condos: [
      {
        id: 41,
        name: 'Chalet Zermatt',
        address: 'Bahnhofstrasse 1\n3920 Zermatt',
        city: 'Zermatt',
        state: 'Valais',
        zip_code: '3920',
        country: 'Switzerland',
        website: 'https://chalet.example',
        description: 'Wood and stone.',
        date_built: '1987-12-31',
        number_of_units: '4',
        image_url: PIXEL,
        flag_url: PIXEL,
        country_flag_url: null,
        created_at: '2025-03-01T08:15:00+00:00',
        tenant_id: 'a1b2',
        _links: { self: '/admin/condos/41' },
      },
      {
        id: 7,
        name: 'alpenblick',
        address: 'Seestrasse 12',
        city: 'Zürich',
        state: 'Zürich',
        zip_code: '8002',
        country: 'Switzerland',
        created_at: null,
        tenant_id: 'a1b2',
      },
      // Half of the required fields are missing: the list must show it all the same.
      {
        id: 19,
        name: 'Étoile <b>du</b> Lac',
        city: 'Genève',
        zip_code: '01201',
        tenant_id: 'c3d4',
      },
    ],
    apartments: [
      {
        id: 101,
        condo_id: 41,
        apartment_number: '1A',
        floor_number: 1,
        bedrooms: '3.5',
        bathrooms: '1.0',
        sqmt: '82.50',
        parking_spot_number: 'P1,P2',
        notes: 'Corner flat',
        meter: { water: 12.5 },
      },
      { id: 102, condo_id: 41, apartment_number: '2B', parking_spot_number: 'None' },
    ],
    users: [
      {
        id: 900,
        email: 'anna@external.example',
        first_name: 'Anna',
        last_name: 'Keller',
        is_active: true,
        email_verified: true,
        created_at: '2025-01-05T10:00:00+00:00',
        condo_associations: [
          {
            id: 5000,
            condo_id: 41,
            condo_name: 'Chalet Zermatt',
            apartment_number: '1A',
            role: 'owner',
          },
        ],
        locale: 'de-CH',
      },
      { id: 901, email: 'ben@external.example', is_active: false },
    ],
    invitations: [
      {
        id: 300,
        email: 'guest@external.example',
        role: 'renter',
        status: 'pending',
        condo: { id: 41, name: 'Chalet Zermatt' },
        apartment: { id: 102, apartment_number: '2B' },
        created_at: '2025-06-01T12:00:00+00:00',
      },
    ],
  };
}

/** GET /admin/dashboard-stats: one number is missing, one is a text, months come oldest first. */
export function externalStats(data: ExternalData): object {
  return {
    totalCondos: data.condos.length,
    newCondosThisMonth: 1,
    totalApartments: String(data.apartments.length),
    totalUsers: 1234,
    newUsersThisMonth: 5,
    pendingInvitations: data.invitations.length,
    userRegistrationsByMonth: [
      { month: '2025-01', count: 3 },
      { month: '2025-02', count: '8' },
    ],
    generated_in_ms: 3,
  };
}
