import type { ApartmentCreate } from '~/apartments/schema';
import type { CondoCreate } from '~/condos/schema';
import { ADMIN } from './server-process';
import type { StoredSession } from './stored-session';

const PLACE = {
  address: 'Seestrasse 1',
  city: 'Zürich',
  state: 'Zürich',
  zip_code: '8002',
  country: 'Switzerland',
};

/**
 * An administrator's client of the embedded API over HTTP. It creates a test's data and reads what the
 * panel has done.
 */
export class AdminApi {
  readonly session: StoredSession;
  private readonly url: string;

  private constructor(url: string, session: StoredSession) {
    this.url = url;
    this.session = session;
  }

  static async signIn(url: string): Promise<AdminApi> {
    const response = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: ADMIN.email, password: ADMIN.password }),
    });
    if (!response.ok) throw new Error(`Sign-in failed: ${await response.text()}`);
    // oxlint-disable-next-line typescript/no-unsafe-assignment -- the API's own tests check what it answers
    const answer: { access_token: string; user: Record<string, unknown> } = await response.json();
    return new AdminApi(url, {
      token: answer.access_token,
      user: { ...answer.user, role: 'super_admin' },
    });
  }

  async createCondo(fields: Partial<CondoCreate>): Promise<number> {
    const { id } = await this.send<{ id: number }>('POST', '/condos', { ...PLACE, ...fields });
    return id;
  }

  async createApartment(fields: Partial<ApartmentCreate>): Promise<number> {
    const { id } = await this.send<{ id: number }>('POST', '/apartments', fields);
    return id;
  }

  invite(email: string, condoId: number): Promise<unknown> {
    return this.send('POST', '/invite-user', {
      email,
      role: 'building_manager',
      condo_id: condoId,
    });
  }

  condos(): Promise<Array<Record<string, unknown> & { id: number }>> {
    return this.send('GET', '/condos');
  }

  condo(id: number): Promise<Record<string, unknown>> {
    return this.send('GET', `/condos/${id}`);
  }

  changeApartment(id: number, fields: Partial<ApartmentCreate>): Promise<unknown> {
    return this.send('PUT', `/apartments/${id}`, fields);
  }

  apartments(condoId: number): Promise<Array<Record<string, unknown>>> {
    return this.send('GET', `/apartments?condo_id=${condoId}`);
  }

  /** Leaves no building behind. */
  async clear(): Promise<void> {
    for (const { id } of await this.condos()) {
      const residents = await this.send<Array<{ id: number }>>(
        'GET',
        `/condos/${id}/tenancies?past=true`,
      );
      for (const resident of residents) {
        await this.send('DELETE', `/user-condo-associations/${resident.id}`);
      }
      await this.send('DELETE', `/condos/${id}`);
    }
  }

  /** Any other call; `body` becomes JSON unless it is a form. */
  async send<T>(method: string, path: string, body?: object): Promise<T> {
    const isJson = body !== undefined && !(body instanceof FormData);
    const response = await fetch(`${this.url}/api/admin${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.session.token}`,
        ...(isJson && { 'content-type': 'application/json' }),
      },
      body: isJson ? JSON.stringify(body) : (body ?? null),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    // oxlint-disable-next-line typescript/no-unsafe-return -- as above
    return JSON.parse(text || 'null');
  }
}
