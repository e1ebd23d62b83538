import { z } from '~/contract/zod';

/** What is compared of a field, each in words: `sent`, `answered`, `type`, `limit`, `step`, `options`. */
export type Description = Readonly<Record<string, string>>;
export type Descriptions = Readonly<Record<string, Description>>;

/** The fields of an entity by its schemas: of the body of a new record, and of a response. */
export function describeSchemas(body: z.ZodObject | null, answer: z.ZodObject | null) {
  const names = new Set([...Object.keys(body?.shape ?? {}), ...Object.keys(answer?.shape ?? {})]);
  return Object.fromEntries(
    [...names].map((name) => [name, describeField(partOf(body, name), partOf(answer, name))]),
  );
}

function partOf(schema: z.ZodObject | null, name: string): z.ZodType | undefined {
  const shape: Readonly<Record<string, z.ZodType>> = schema?.shape ?? {};
  return shape[name];
}

function describeField(body: z.ZodType | undefined, answer: z.ZodType | undefined): Description {
  const sent = body && valueOf(toJson(body, 'output'));
  const stored = answer && valueOf(toJson(answer, 'output'));
  const max = body && (sent?.maxLength ?? valueOf(toJson(body, 'input')).maxLength);
  return {
    ...(body && { sent: body.safeParse(undefined).success ? 'optional' : 'required' }),
    ...(answer && { answered: answer.safeParse(null).success ? 'nullable' : 'value' }),
    type: typeOf(stored ?? sent ?? {}),
    ...(max !== undefined && { limit: String(max) }),
    ...(body && sent?.type === 'number' && { step: String(stepOf(body)) }),
    ...optionsOf(sent ?? stored ?? {}),
  };
}

type Json = z.core.JSONSchema.BaseSchema;

function toJson(schema: z.ZodType, io: 'input' | 'output'): Json {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any' });
}

/** The schema of a value that is there, where null is allowed too. */
function valueOf(schema: Json): Json {
  return schema.anyOf?.find(({ type }) => type !== 'null') ?? schema;
}

const TYPES: Readonly<Record<string, string>> = {
  date: 'date',
  'date-time': 'instant',
  string: 'text',
};

function typeOf({ type, format }: Json): string {
  const name = [type].flat().find((one) => one !== 'null') ?? 'any';
  return TYPES[format ?? ''] ?? TYPES[name] ?? name;
}

function optionsOf({ enum: options }: Json): Description {
  return options ? { options: options.join(', ') } : {};
}

/** The steps in which numbers are accepted. */
function stepOf(schema: z.ZodType): number {
  if (schema.safeParse(1.01).success) return 0.01;
  return schema.safeParse(1.5).success ? 0.5 : 1;
}

/** Each difference as one line, such as "building.website: limit 2048 in the contract, 512 in the stand-in API". */
export function differences(
  entity: string,
  contract: Descriptions,
  oracle: Descriptions,
  oracleName: string,
): string[] {
  const names = [...new Set([...Object.keys(contract), ...Object.keys(oracle)])];
  return names.flatMap((name) => {
    const [here, there] = [contract[name], oracle[name]];
    if (!there) return [`${entity}.${name}: in the contract, missing in ${oracleName}`];
    if (!here) return [`${entity}.${name}: in ${oracleName}, missing in the contract`];
    const aspects = [...new Set([...Object.keys(here), ...Object.keys(there)])];
    return aspects
      .filter((aspect) => here[aspect] !== there[aspect])
      .map(
        (aspect) =>
          `${entity}.${name}: ${aspect} ${here[aspect] ?? 'none'} in the contract, ${there[aspect] ?? 'none'} in ${oracleName}`,
      );
  });
}
