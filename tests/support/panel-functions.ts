import { streamToBrowser } from '~/data/answer';
import {
  createApartment,
  deleteApartment,
  listApartments,
  updateApartment,
} from '~/data/apartments/apartments.server';
import { readCondoUpdate } from '~/data/condos/condo-body.server';
import { requireForm } from '~/data/streamed-form.server';
import {
  createCondo,
  deleteCondo,
  getCondo,
  listCondos,
  updateCondo,
} from '~/data/condos/condos.server';
import { getDashboardStats } from '~/data/dashboard/dashboard.server';
import type { ApartmentListQuery, ApartmentCreate } from '~/contract/apartment';
import type { CondoListQuery } from '~/contract/condo';
import { acceptInvitation, previewAcceptance } from '~/data/acceptance/acceptance.server';
import { getPasswordLink, setPassword } from '~/data/set-password/set-password.server';
import { getCapabilities } from '~/data/capabilities/capabilities.server';
import {
  deleteInvitation,
  inviteUser,
  listPendingInvitations,
  resendInvitation,
} from '~/data/invitations/invitations.server';
import {
  deleteAssociation,
  deleteUser,
  getUser,
  listUsers,
  updateUser,
} from '~/data/users/users.server';
import type { AcceptExistingPayload, AcceptPayload } from '~/contract/acceptance';
import type { SetPasswordPayload } from '~/contract/new-password';
import type { InvitePayload } from '~/contract/invitation';
import type { UserForm, UserListQuery } from '~/contract/user';
import { formRequest } from './form-stream';
import { StubApi } from './stub-upstream';

/** The API of a UI test. */
export const api = new StubApi();

/**
 * Server functions for UI tests: the same server code behind them, called directly, since a server function itself runs
 * in the framework alone. For vi.mock('~/data/<resource>/<resource>.functions').
 */
const { upstream } = api;

interface Input<T> {
  data: T;
}

export interface FormInput {
  data: FormData;
  headers?: Record<string, string>;
}

export const condoFunctions = {
  listCondosFn: async ({ data }: Input<CondoListQuery>) =>
    streamToBrowser(await listCondos(upstream, data)),
  getCondoFn: async ({ data }: Input<{ id: number }>) =>
    streamToBrowser(await getCondo(upstream, data.id)),
  createCondoFn: async ({ data }: FormInput) =>
    createCondo(upstream, requireForm(formRequest(data))),
  updateCondoFn: async ({ data, headers }: FormInput) =>
    updateCondo(upstream, readCondoUpdate(formRequest(data, headers))),
  deleteCondoFn: async ({ data }: Input<{ id: number }>) => deleteCondo(upstream, data.id),
};

export const apartmentFunctions = {
  listApartmentsFn: async ({ data }: Input<ApartmentListQuery>) =>
    streamToBrowser(await listApartments(upstream, data)),
  createApartmentFn: async ({ data }: Input<ApartmentCreate>) => createApartment(upstream, data),
  updateApartmentFn: async ({ data }: Input<{ id: number; payload: ApartmentCreate }>) =>
    updateApartment(upstream, data.id, data.payload),
  deleteApartmentFn: async ({ data }: Input<{ id: number }>) => deleteApartment(upstream, data.id),
};

export const dashboardFunctions = {
  getDashboardStatsFn: async () => streamToBrowser(await getDashboardStats(upstream)),
};

export const userFunctions = {
  listUsersFn: async ({ data }: Input<UserListQuery>) =>
    streamToBrowser(await listUsers(upstream, data)),
  getUserFn: async ({ data }: Input<{ id: number }>) =>
    streamToBrowser(await getUser(upstream, data.id)),
  updateUserFn: async ({ data }: Input<{ id: number; names: UserForm }>) =>
    updateUser(upstream, data.id, data.names),
  deleteUserFn: async ({ data }: Input<{ id: number }>) => deleteUser(upstream, data.id),
  deleteAssociationFn: async ({ data }: Input<{ id: number }>) =>
    deleteAssociation(upstream, data.id),
};

export const invitationFunctions = {
  listPendingInvitationsFn: async () => streamToBrowser(await listPendingInvitations(upstream)),
  inviteUserFn: async ({ data }: Input<InvitePayload>) => inviteUser(upstream, data),
  deleteInvitationFn: async ({ data }: Input<{ id: number }>) =>
    deleteInvitation(upstream, data.id),
  resendInvitationFn: async ({ data }: Input<{ id: number }>) =>
    resendInvitation(upstream, data.id),
};

/** As with the embedded API. */
const EMBEDDED = { isExternal: false };

export const capabilityFunctions = {
  getCapabilitiesFn: async () => getCapabilities(upstream, EMBEDDED),
};

export const acceptanceFunctions = {
  previewAcceptanceFn: async ({ data }: Input<{ token: string }>) =>
    previewAcceptance(upstream, data.token, EMBEDDED),
  acceptInvitationFn: async ({ data }: Input<AcceptPayload>) =>
    acceptInvitation(upstream, data, EMBEDDED),
  acceptWithAccountFn: async ({ data }: Input<AcceptExistingPayload>) =>
    acceptInvitation(upstream, data, EMBEDDED),
};

export const setPasswordFunctions = {
  getPasswordLinkFn: async ({ data }: Input<{ token: string }>) =>
    getPasswordLink(upstream, data.token, EMBEDDED),
  setPasswordFn: async ({ data }: Input<SetPasswordPayload>) =>
    setPassword(upstream, data, EMBEDDED),
};
