import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { WireBody } from './rules';

/** Reads a request's body by its content type; an unknown type is 'other'. */
export async function readWireBody(request: IncomingMessage): Promise<WireBody> {
  const bytes = await buffer(request);
  const contentType = request.headers['content-type'] ?? '';
  if (bytes.length === 0) return { encoding: 'none' };
  if (/^application\/json\b/.test(contentType)) return readJson(bytes.toString('utf8'));
  const form = /^(multipart\/form-data|application\/x-www-form-urlencoded)\b/.exec(
    contentType,
  )?.[1];
  if (!form) return { encoding: 'other', contentType };
  const fields: Record<string, FormDataEntryValue[]> = {};
  const data = await new Response(bytes, { headers: { 'content-type': contentType } }).formData();
  for (const [name, value] of data) (fields[name] ??= []).push(value);
  return { encoding: form.startsWith('multipart') ? 'multipart' : 'urlencoded', fields };
}

function readJson(text: string): WireBody {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { encoding: 'other', contentType: 'JSON that is not an object' };
  }
  return { encoding: 'json', fields: Object.fromEntries(Object.entries(value)) };
}
