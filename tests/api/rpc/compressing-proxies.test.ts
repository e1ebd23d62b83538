import { createServer, request as requestHttp } from 'node:http';
import { describe, expect, it } from 'vitest';
import { readRecord } from '~/fields/reading';
import { compress } from '~/platform/http/compress.server';
import { callApi } from '~/rpc/perform.server';
import { fetchExternal } from '~/rpc/transport.server';
import { recordTag } from '~/rpc/versioned';
import { matchHeaders } from '~/rpc/wire';
import { apiPerFile, insertUser } from '../../support/api';
import { INSTALLED_PROXIES, startProxy } from '../../support/compressing-proxies';
import { serveHttp } from '../../support/http-server';
import { listening } from '../../support/listening';
import { perFile } from '../../support/opened';
import { insertApartment, insertCondo } from '../../support/places';
import { upstreamTo } from '../../support/upstream-to';

// A panel whose API is another Condo Admin behind a compressing proxy: nginx, Apache, HAProxy or Caddy,
// if installed (apt install nginx-light apache2-bin haproxy caddy), or a Condo Admin that compresses
// its responses itself.

const api = apiPerFile();
const apiServer = perFile(() => serveHttp((request) => api.fetch(request)));
const portOf = ({ url }: { url: string }) => Number(new URL(url).port);

const ITSELF = {
  program: 'Condo Admin',
  start: () => serveHttp(async (request) => compress(request, await api.fetch(request))),
};
const BEHIND = [
  ITSELF,
  ...INSTALLED_PROXIES.map((proxy) => ({
    program: proxy.program,
    start: () => startProxy(proxy, portOf(apiServer)),
  })),
];

/** A proxy further out that asks for gzip, whatever the panel has asked for. */
const startAsking = (port: number) =>
  listening(
    createServer((incoming, outgoing) => {
      const { method, url: path, headers } = incoming;
      const onward = { port, method, path, headers: { ...headers, 'accept-encoding': 'gzip' } };
      const sent = requestHttp(onward, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(outgoing);
      });
      incoming.pipe(sent.on('error', () => outgoing.destroy()));
    }),
  );

const insertHome = async () => insertApartment(api.db, await insertCondo(api.db));
const RECORDS = [
  { name: 'condos.get', base: '/admin/condos', field: 'city', create: () => insertCondo(api.db) },
  { name: 'apartments.get', base: '/admin/apartments', field: 'notes', create: insertHome },
  {
    name: 'users.get',
    base: '/admin/users',
    field: 'first_name',
    create: () => insertUser(api.db),
  },
] as const;

describe.each(BEHIND)('behind $program', ({ start }) => {
  const front = perFile(start);
  const asking = perFile(() => startAsking(portOf(front)));

  it.each(
    RECORDS.flatMap((record) => [
      { ...record, how: 'as the panel asks', url: () => front.url },
      { ...record, how: 'with gzip asked for on the way', url: () => asking.url },
    ]),
  )('of two changes of $base, read $how, the second is rejected', async (given) => {
    const { name, base, field, create, url } = given;
    const upstream = upstreamTo(fetchExternal, { baseUrl: `${url()}/api`, token: api.token });
    const id = await create();
    const open = async () => {
      const response = await callApi(upstream, name, { id });
      const version = recordTag(response.headers.get('etag'));
      return { version, record: readRecord(await response.json()) };
    };
    const save = (value: string, version: string | null) => {
      const json = { [field]: value };
      const headers = matchHeaders(version);
      return upstream.call({ method: 'PUT', path: `${base}/${id}`, json, headers });
    };

    const [first, second] = [await open(), await open()];
    expect(first.version).toMatch(/^"\w{43}"$/);
    expect((await save('Aarau', first.version)).status).toBe(200);
    await expect(save('Bern', second.version)).rejects.toMatchObject({ status: 412 });
    const { record, version } = await open();
    expect(record[field]).toBe('Aarau');
    expect((await save('Bern', version)).status).toBe(200);
  });
});
