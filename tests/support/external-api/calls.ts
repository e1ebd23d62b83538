import {
  anyText,
  clearable,
  dateText,
  file,
  integer,
  numberFromOne,
  numericText,
  oneOf,
  text,
  webAddress,
  type Fields,
  type WireBody,
} from './rules';

type Encoding = WireBody['encoding'];

/** One call of the wire contract, with everything it may contain. */
export interface Call {
  name: CallName;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: RegExp;
  query?: Fields;
  encodings?: readonly Encoding[];
  body?: Fields;
  /** Everything but the login needs a token. */
  open?: boolean;
}

export type CallName =
  | 'login'
  | 'stats'
  | 'listCondos'
  | 'createCondo'
  | 'getCondo'
  | 'updateCondo'
  | 'deleteCondo'
  | 'listApartments'
  | 'createApartment'
  | 'getApartment'
  | 'updateApartment'
  | 'deleteApartment'
  | 'listUsers'
  | 'inviteUser'
  | 'getUser'
  | 'updateUser'
  | 'deleteUser'
  | 'deleteAssociation'
  | 'bulkValidate'
  | 'bulkCreate'
  | 'bulkTemplate'
  | 'listInvitations'
  | 'deleteInvitation'
  | 'resendInvitation';

const CONDO_REQUIRED = {
  name: text,
  address: text,
  city: text,
  state: text,
  zip_code: text,
  country: text,
};
const CONDO_OPTIONAL = {
  description: text,
  website: webAddress,
  date_built: dateText,
  number_of_units: numericText,
};
const IMAGES = { image: file, flag: file, country_flag: file };
const removal = { remove: oneOf('True'), url: oneOf('') };

const APARTMENT_REQUIRED = {
  condo_id: integer,
  apartment_number: text,
  parking_spot_number: text,
};
const APARTMENT_OPTIONAL = {
  floor_number: numberFromOne,
  bedrooms: numberFromOne,
  bathrooms: numberFromOne,
  sqmt: numberFromOne,
  notes: text,
};

const BULK_TYPE = oneOf('condo', 'apartment', 'user_invite');
const ID = String.raw`/([1-9]\d*)`;

function orEmptied(rules: NonNullable<Fields['optional']>, emptied: null | '') {
  return Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [name, clearable(rule, emptied)]),
  );
}

export const CALLS: readonly Call[] = [
  {
    name: 'login',
    method: 'POST',
    path: /^\/auth\/login$/,
    open: true,
    encodings: ['json'],
    body: { required: { username: text, password: anyText } },
  },
  { name: 'stats', method: 'GET', path: /^\/admin\/dashboard-stats$/ },
  {
    name: 'listCondos',
    method: 'GET',
    path: /^\/admin\/condos$/,
    query: {
      required: { sort_by: oneOf('id', 'name'), sort_order: oneOf('asc', 'desc') },
      optional: { search: text, city: text, state: text, zip_code: text, country: text },
    },
  },
  {
    name: 'createCondo',
    method: 'POST',
    path: /^\/admin\/condos$/,
    encodings: ['multipart'],
    body: { required: CONDO_REQUIRED, optional: { ...CONDO_OPTIONAL, ...IMAGES } },
  },
  { name: 'getCondo', method: 'GET', path: new RegExp(`^/admin/condos${ID}$`) },
  {
    name: 'updateCondo',
    method: 'PUT',
    path: new RegExp(`^/admin/condos${ID}$`),
    encodings: ['multipart'],
    body: {
      required: CONDO_REQUIRED,
      optional: {
        ...orEmptied(CONDO_OPTIONAL, ''),
        ...IMAGES,
        remove_image: removal.remove,
        image_url: removal.url,
        remove_flag: removal.remove,
        flag_url: removal.url,
        remove_country_flag: removal.remove,
        country_flag_url: removal.url,
      },
    },
  },
  { name: 'deleteCondo', method: 'DELETE', path: new RegExp(`^/admin/condos${ID}$`) },
  {
    name: 'listApartments',
    method: 'GET',
    path: /^\/admin\/apartments$/,
    query: { optional: { search: text, condo_id: numericText } },
  },
  {
    name: 'createApartment',
    method: 'POST',
    path: /^\/admin\/apartments$/,
    encodings: ['json'],
    body: { required: APARTMENT_REQUIRED, optional: APARTMENT_OPTIONAL },
  },
  { name: 'getApartment', method: 'GET', path: new RegExp(`^/admin/apartments${ID}$`) },
  {
    name: 'updateApartment',
    method: 'PUT',
    path: new RegExp(`^/admin/apartments${ID}$`),
    encodings: ['json'],
    body: { required: APARTMENT_REQUIRED, optional: orEmptied(APARTMENT_OPTIONAL, null) },
  },
  { name: 'deleteApartment', method: 'DELETE', path: new RegExp(`^/admin/apartments${ID}$`) },
  {
    name: 'listUsers',
    method: 'GET',
    path: /^\/admin\/users$/,
    query: {
      required: { page: numericText, page_size: oneOf('10') },
      optional: { search: text, condo_id: numericText },
    },
  },
  {
    name: 'inviteUser',
    method: 'POST',
    path: /^\/admin\/invite-user$/,
    encodings: ['json'],
    body: {
      required: {
        email: text,
        role: oneOf('building_manager', 'owner', 'renter'),
        condo_id: integer,
      },
      optional: { apartment_id: integer },
    },
  },
  { name: 'getUser', method: 'GET', path: new RegExp(`^/admin/users${ID}$`) },
  {
    name: 'updateUser',
    method: 'PUT',
    path: new RegExp(`^/admin/users${ID}$`),
    encodings: ['json'],
    body: { required: { first_name: anyText, last_name: anyText } },
  },
  { name: 'deleteUser', method: 'DELETE', path: new RegExp(`^/admin/users${ID}$`) },
  {
    name: 'deleteAssociation',
    method: 'DELETE',
    path: new RegExp(`^/admin/user-condo-associations${ID}$`),
  },
  {
    name: 'bulkValidate',
    method: 'POST',
    path: /^\/admin\/bulk-validate$/,
    encodings: ['multipart'],
    body: { required: { file, type: BULK_TYPE } },
  },
  {
    name: 'bulkCreate',
    method: 'POST',
    path: /^\/admin\/bulk-create$/,
    encodings: ['multipart', 'urlencoded'],
    body: { required: { type: BULK_TYPE, rows: text } },
  },
  {
    name: 'bulkTemplate',
    method: 'GET',
    path: /^\/admin\/bulk-templates\/(condo|apartment|user_invite)$/,
  },
  {
    name: 'listInvitations',
    method: 'GET',
    path: /^\/admin\/invitations$/,
    query: { required: { status: oneOf('pending') } },
  },
  { name: 'deleteInvitation', method: 'DELETE', path: new RegExp(`^/admin/invitations${ID}$`) },
  {
    name: 'resendInvitation',
    method: 'POST',
    path: new RegExp(`^/admin/invitations${ID}/resend$`),
  },
];
