import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect, test } from './support/test';

test('an agent finds a building, proposes a change of it, and sees its proposal listed', async ({
  api,
  panel,
}) => {
  const condoId = await api.createCondo({ name: 'Agentenhof' });
  const body = { name: 'Agent', scope: 'propose', lifetime_days: 1 };
  const { token } = await api.send<{ token: string }>('POST', '/account/api-tokens', body);
  const headers = { authorization: `Bearer ${token}` };
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${panel.url}/api/mcp`), {
      requestInit: { headers },
    }),
  );
  const use = async (name: string, args: Record<string, unknown>) =>
    (await client.callTool({ name, arguments: args })).structuredContent;

  await expect
    .poll(() => use('search', { search: 'agentenhof' }))
    .toMatchObject({ data: [{ kind: 'condo', id: condoId }] });
  const response = await fetch(`${panel.url}/api/admin/condos/${condoId}`, { headers });
  // Compressed answers have a weak tag, which names the same version.
  const version = response.headers.get('etag') ?? '';
  expect(await use('get_building', { id: condoId })).toMatchObject({
    data: { building: { name: 'Agentenhof', version: version.replace('W/', '') } },
  });
  const rows = [{ action: 'change', id: condoId, version, values: { number_of_units: 12 } }];
  const proposal = { kind: 'condo', reason: 'Twelve units, says the register', rows };
  expect(await use('propose_changes', proposal)).toMatchObject({ data: { status: 'open' } });
  await client.close();

  const open = await fetch(`${panel.url}/api/admin/proposals?status=open`, { headers });
  expect(await open.json()).toMatchObject([{ reason: proposal.reason, token: 'Agent' }]);
  expect(await api.condo(condoId)).toMatchObject({ number_of_units: null });
});
