import type { AnswerOf, Call, CallGroup, InputOf } from './declare';
import {
  accountCalls,
  apiTokenCalls,
  factorCalls,
  reauthenticationCalls,
} from '~/accounts/account-calls';
import { administratorCalls } from '~/accounts/administrator-calls';
import { apartmentCalls, occupancyCalls } from '~/apartments/calls';
import {
  bulkApplyCalls,
  bulkCreateCalls,
  bulkImportCalls,
  bulkReviewCalls,
  bulkTemplateCalls,
  bulkValidateCalls,
} from '~/imports/calls';
import { condoCalls } from '~/condos/calls';
import { dashboardCalls } from '~/dashboard/calls';
import { historyCalls } from '~/history/calls';
import { invitationCalls, inviteCalls, letterCalls, reminderCalls } from '~/invitations/calls';
import {
  associationCalls,
  condoTenancyCalls,
  mergeCalls,
  personalDataCalls,
  personCalls,
  tenancyCalls,
  userCalls,
} from '~/users/calls';
import { moveCalls, portfolioCheckCalls } from '~/checks/calls';
import {
  acceptanceCalls,
  passwordCalls,
  sessionCalls,
  signInCalls,
} from '~/accounts/session-calls';
import { proposalCalls } from '~/proposals/calls';
import { savedViewCalls } from '~/search/calls';
import { capabilityCalls } from './service-calls';
import { confirmationCalls, identityCalls, providerCalls } from '~/accounts/provider-calls';

/** Every call of the panel by resource, with which its query keys begin. A call's name is `resource.call`. */
export const CALLS = {
  acceptance: acceptanceCalls,
  account: accountCalls,
  administrators: administratorCalls,
  apartments: apartmentCalls,
  apiTokens: apiTokenCalls,
  associations: associationCalls,
  bulkApply: bulkApplyCalls,
  bulkCreate: bulkCreateCalls,
  bulkImports: bulkImportCalls,
  bulkReview: bulkReviewCalls,
  bulkTemplates: bulkTemplateCalls,
  bulkValidate: bulkValidateCalls,
  capabilities: capabilityCalls,
  condos: condoCalls,
  condoTenancies: condoTenancyCalls,
  confirmation: confirmationCalls,
  dashboard: dashboardCalls,
  factors: factorCalls,
  history: historyCalls,
  identities: identityCalls,
  invitations: invitationCalls,
  invite: inviteCalls,
  letters: letterCalls,
  merge: mergeCalls,
  moves: moveCalls,
  occupancy: occupancyCalls,
  password: passwordCalls,
  personalData: personalDataCalls,
  portfolioCheck: portfolioCheckCalls,
  proposals: proposalCalls,
  provider: providerCalls,
  reauthentication: reauthenticationCalls,
  reminders: reminderCalls,
  savedViews: savedViewCalls,
  session: sessionCalls,
  signIn: signInCalls,
  people: personCalls,
  tenancies: tenancyCalls,
  users: userCalls,
} as const satisfies Readonly<Record<string, CallGroup>>;

/** A declared call with its group. `path` is the whole template below the API's base address. */
export interface DeclaredCall {
  group: CallGroup;
  call: Call;
  path: string;
}

/** Every declared call by its full name. Labels of log and metrics come from here, never from a request. */
export const DECLARED_CALLS: ReadonlyMap<string, DeclaredCall> = new Map(
  Object.entries<CallGroup>(CALLS).flatMap(([resource, group]) =>
    Object.entries(group.calls).map(([name, call]) => [
      `${resource}.${name}`,
      { group, call, path: group.base + (call.path ?? '') },
    ]),
  ),
);

type Calls = typeof CALLS;
type NamesOf<R extends keyof Calls> = `${R}.${Extract<keyof Calls[R]['calls'], string>}`;

export type Resource = keyof Calls;
export type CallName = { [R in Resource]: NamesOf<R> }[Resource];

type CallOf<Name extends CallName> = Name extends `${infer R extends Resource}.${infer C}`
  ? C extends keyof Calls[R]['calls']
    ? Extract<Calls[R]['calls'][C], Call>
    : never
  : never;

type Kind<Name extends CallName, Shape> = CallOf<Name> extends Shape ? Name : never;
export type ReadName = { [N in CallName]: Kind<N, { method: 'GET' }> }[CallName];
export type FormName = { [N in CallName]: Kind<N, { form: object }> }[CallName];
export type ChangeName = Exclude<CallName, ReadName | FormName>;
/** The calls that may invalidate queries. */
export type WriteName = Exclude<
  ChangeName | FormName,
  { [N in CallName]: Kind<N, { isRead: true }> }[CallName]
>;
export type EmbeddedName = {
  [R in Resource]: Calls[R] extends { embedded: string } ? NamesOf<R> : never;
}[Resource];

export type CallInput<Name extends CallName> = InputOf<CallOf<Name>>;
export type CallAnswer<Name extends CallName> = AnswerOf<CallOf<Name>>;
