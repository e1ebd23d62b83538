import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { onTestFinished } from 'vitest';
import { createdApiTokenSchema, type ApiTokenScope } from '~/accounts/api-tokens';
import { z } from '~/fields/zod';
import type { Calls } from './api';

/** A new API token of the caller, whose session has just begun. */
export async function tokenOf(
  { read }: Pick<Calls, 'read'>,
  scope: ApiTokenScope,
  personal_data = true,
): Promise<string> {
  const body = { name: crypto.randomUUID(), scope, lifetime_days: 30, personal_data };
  const path = '/admin/account/api-tokens';
  return (await read(createdApiTokenSchema, 'POST', path, body, 201)).token;
}

/** A client of the protocol's own library at this server, closed after the test. */
export async function connect(serverUrl: string, token: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  const transport = new StreamableHTTPClientTransport(new URL(`${serverUrl}/api/mcp`), {
    requestInit,
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

export const rowSchema = z.record(z.string(), z.unknown());
const resultSchema = z.object({
  isError: z.boolean().default(false),
  content: z.tuple([z.object({ type: z.literal('text'), text: z.string() })]),
  structuredContent: rowSchema.optional(),
});
const foundSchema = z.object({ notice: z.string(), data: z.unknown(), next: rowSchema.nullable() });

/** A tool's result: both of its forms are the same. */
export async function resultOf(client: Client, name: string, args: object = {}) {
  const sent = await client.callTool({ name, arguments: { ...args } });
  const { isError, content, structuredContent } = resultSchema.parse(sent);
  const text = content[0].text;
  if (isError || JSON.stringify(structuredContent) !== text) throw new Error(`${name}: ${text}`);
  return foundSchema.parse(structuredContent);
}

/** The rows of a tool's result. */
export async function rowsOf(client: Client, name: string, args: object = {}) {
  return rowSchema.array().parse((await resultOf(client, name, args)).data);
}

/** The error that a tool was answered with. */
export async function errorOf(client: Client, name: string, args: object = {}) {
  const sent = resultSchema.parse(await client.callTool({ name, arguments: { ...args } }));
  if (!sent.isError) throw new Error(`${name} did not fail`);
  return z.object({ error: rowSchema }).parse(JSON.parse(sent.content[0].text)).error;
}
