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

/** Rules for a call of the wire contract. */
interface CallRules {
  /** Method and path; {id} is a number. */
  call: string;
  query?: Fields;
  /** Encodings of the body. A call without them has no body. */
  encodings?: ReadonlyArray<WireBody['encoding']>;
  body?: Fields;
  /** Everything but the login needs a token. */
  open?: boolean;
}

const IMAGES = { image: file, flag: file, country_flag: file };
const removed = choice('True');
const emptied = choice('');

/** Longest search or filter, user name, password and list of rows, in characters. */
const SEARCH = text(1_000);
const USERNAME = text(254);
const PASSWORD = anyText(1_024);
const ROWS = text(50_000_000);
const BULK_TYPE = choice('condo', 'apartment', 'user_invite');

const each = (names: readonly string[], rule: FieldRule) =>
  Object.fromEntries(names.map((name) => [name, rule]));

function orEmptied(rules: NonNullable<Fields['optional']>, value: null | '') {
  return Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [name, clearable(rule, value)]),
  );
}

const json = (body: Fields) => ({ encodings: ['json'], body }) as const;
const form = (body: Fields) => ({ encodings: ['multipart'], body }) as const;

const RULES = {
  login: {
    call: 'POST /auth/login',
    open: true,
    ...json({ required: { username: USERNAME, password: PASSWORD } }),
  },
  stats: { call: 'GET /admin/dashboard-stats' },
  listCondos: {
    call: 'GET /admin/condos',
    query: {
      required: { sort_by: choice(...CONDO_SORTS), sort_order: choice('asc', 'desc') },
      optional: { search: SEARCH, ...each(CONDO_FILTERS, SEARCH) },
    },
  },
  createCondo: {
    call: 'POST /admin/condos',
    ...form({ required: CONDO.required, optional: { ...CONDO.optional, ...IMAGES } }),
  },
  getCondo: { call: 'GET /admin/condos/{id}' },
  updateCondo: {
    call: 'PUT /admin/condos/{id}',
    ...form({
      required: CONDO.required,
      optional: {
        ...orEmptied(CONDO.optional, ''),
        ...IMAGES,
        remove_image: removed,
        image_url: emptied,
        remove_flag: removed,
        flag_url: emptied,
        remove_country_flag: removed,
        country_flag_url: emptied,
      },
    }),
  },
  deleteCondo: { call: 'DELETE /admin/condos/{id}' },
  listApartments: {
    call: 'GET /admin/apartments',
    query: { optional: { search: SEARCH, ...each(APARTMENT_FILTERS, digits) } },
  },
  createApartment: { call: 'POST /admin/apartments', ...json(APARTMENT) },
  getApartment: { call: 'GET /admin/apartments/{id}' },
  updateApartment: {
    call: 'PUT /admin/apartments/{id}',
    ...json({ required: APARTMENT.required, optional: orEmptied(APARTMENT.optional, null) }),
  },
  deleteApartment: { call: 'DELETE /admin/apartments/{id}' },
  listUsers: {
    call: 'GET /admin/users',
    query: {
      required: { page: digits, page_size: choice('10', '100') },
      optional: { search: SEARCH, condo_id: digits },
    },
  },
  inviteUser: { call: 'POST /admin/invite-user', ...json(INVITATION) },
  getUser: { call: 'GET /admin/users/{id}' },
  updateUser: { call: 'PUT /admin/users/{id}', ...json(USER) },
  deleteUser: { call: 'DELETE /admin/users/{id}' },
  deleteAssociation: { call: 'DELETE /admin/user-condo-associations/{id}' },
  bulkValidate: {
    call: 'POST /admin/bulk-validate',
    ...form({ required: { file, type: BULK_TYPE } }),
  },
  bulkCreate: {
    call: 'POST /admin/bulk-create',
    encodings: ['multipart', 'urlencoded'],
    body: { required: { type: BULK_TYPE, rows: ROWS } },
  },
  bulkTemplate: { call: 'GET /admin/bulk-templates/(condo|apartment|user_invite)' },
  listInvitations: {
    call: 'GET /admin/invitations',
    query: { required: { status: choice('pending') } },
  },
  deleteInvitation: { call: 'DELETE /admin/invitations/{id}' },
  resendInvitation: { call: 'POST /admin/invitations/{id}/resend' },
} as const satisfies Readonly<Record<string, CallRules>>;

export type CallName = keyof typeof RULES;

/** One call of the wire contract. */
export interface Call extends CallRules {
  name: CallName;
}

const isName = (name: string): name is CallName => name in RULES;

const PATTERNS = Object.keys(RULES)
  .filter(isName)
  .map((name): [RegExp, Call] => {
    const call: Call = { name, ...RULES[name] };
    return [new RegExp(`^${call.call.replace('{id}', String.raw`[1-9]\d*`)}$`), call];
  });

/** The call of this method and path, below /api. */
export function findCall(method: string | undefined, path: string): Call | undefined {
  return PATTERNS.find(([pattern]) => pattern.test(`${method} ${path}`))?.[1];
}
