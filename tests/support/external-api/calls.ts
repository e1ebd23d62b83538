import {
  APARTMENT,
  APARTMENT_FILTERS,
  CONDO,
  CONDO_FILTERS,
  CONDO_SORTS,
  INVITATION,
  USER,
} from './entities';
import {
  anyText,
  choice,
  clearable,
  digits,
  file,
  text,
  type FieldRule,
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

const IMAGES = { image: file, flag: file, country_flag: file };
const removal = { remove: choice('True'), url: choice('') };

/** Longest search or filter, user name, password and list of rows, in characters. */
const SEARCH = text(1_000);
const USERNAME = text(254);
const PASSWORD = anyText(1_024);
const ROWS = text(50_000_000);

const each = (names: readonly string[], rule: FieldRule) =>
  Object.fromEntries(names.map((name) => [name, rule]));

const BULK_TYPE = choice('condo', 'apartment', 'user_invite');
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
    body: { required: { username: USERNAME, password: PASSWORD } },
  },
  { name: 'stats', method: 'GET', path: /^\/admin\/dashboard-stats$/ },
  {
    name: 'listCondos',
    method: 'GET',
    path: /^\/admin\/condos$/,
    query: {
      required: { sort_by: choice(...CONDO_SORTS), sort_order: choice('asc', 'desc') },
      optional: { search: SEARCH, ...each(CONDO_FILTERS, SEARCH) },
    },
  },
  {
    name: 'createCondo',
    method: 'POST',
    path: /^\/admin\/condos$/,
    encodings: ['multipart'],
    body: { required: CONDO.required, optional: { ...CONDO.optional, ...IMAGES } },
  },
  { name: 'getCondo', method: 'GET', path: new RegExp(`^/admin/condos${ID}$`) },
  {
    name: 'updateCondo',
    method: 'PUT',
    path: new RegExp(`^/admin/condos${ID}$`),
    encodings: ['multipart'],
    body: {
      required: CONDO.required,
      optional: {
        ...orEmptied(CONDO.optional, ''),
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
    query: { optional: { search: SEARCH, ...each(APARTMENT_FILTERS, digits) } },
  },
  {
    name: 'createApartment',
    method: 'POST',
    path: /^\/admin\/apartments$/,
    encodings: ['json'],
    body: { required: APARTMENT.required, optional: APARTMENT.optional },
  },
  { name: 'getApartment', method: 'GET', path: new RegExp(`^/admin/apartments${ID}$`) },
  {
    name: 'updateApartment',
    method: 'PUT',
    path: new RegExp(`^/admin/apartments${ID}$`),
    encodings: ['json'],
    body: { required: APARTMENT.required, optional: orEmptied(APARTMENT.optional, null) },
  },
  { name: 'deleteApartment', method: 'DELETE', path: new RegExp(`^/admin/apartments${ID}$`) },
  {
    name: 'listUsers',
    method: 'GET',
    path: /^\/admin\/users$/,
    query: {
      required: { page: digits, page_size: choice('10', '100') },
      optional: { search: SEARCH, condo_id: digits },
    },
  },
  {
    name: 'inviteUser',
    method: 'POST',
    path: /^\/admin\/invite-user$/,
    encodings: ['json'],
    body: { required: INVITATION.required, optional: INVITATION.optional },
  },
  { name: 'getUser', method: 'GET', path: new RegExp(`^/admin/users${ID}$`) },
  {
    name: 'updateUser',
    method: 'PUT',
    path: new RegExp(`^/admin/users${ID}$`),
    encodings: ['json'],
    body: { required: USER.required },
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
    body: { required: { type: BULK_TYPE, rows: ROWS } },
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
    query: { required: { status: choice('pending') } },
  },
  { name: 'deleteInvitation', method: 'DELETE', path: new RegExp(`^/admin/invitations${ID}$`) },
  {
    name: 'resendInvitation',
    method: 'POST',
    path: new RegExp(`^/admin/invitations${ID}/resend$`),
  },
];
