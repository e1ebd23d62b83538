import { expect, it } from 'vitest';
import {
  apartmentCreateSchema,
  apartmentListQuerySchema,
  apartmentSchema,
} from '~/apartments/schema';
import { condoCreateSchema, condoListQuerySchema, condoSchema } from '~/condos/schema';
import { invitationSchema, invitePayloadSchema } from '~/invitations/schema';
import { condoAssociationSchema, userSchema, userUpdateSchema } from '~/users/schema';
import { z } from '~/fields/zod';
import { externalData, type Row } from '../../support/external-api/data';
import * as standIn from '../../support/external-api/entities';

/*
 * Differences between the field tables and the tests' stand-in for an external API. The stand-in lists
 * its entities by hand and checks the panel.
 */

type Json = z.core.JSONSchema.BaseSchema;
type Shape = Readonly<Record<string, z.ZodType>>;

/** The JSON schema of a value that is there, where null is allowed too. */
function toJson(schema: z.ZodType, io: 'input' | 'output' = 'output'): Json {
  const json: Json = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return json.anyOf?.find(({ type }) => type !== 'null') ?? json;
}

function typeOf({ type, format }: Json) {
  if (format === 'date') return 'date';
  const name = [type].flat().find((one) => one !== 'null');
  return name === 'string' ? 'text' : name;
}

/** The steps in which numbers are accepted. */
function stepOf(schema: z.ZodType): number {
  if (schema.safeParse(1.01).success) return 0.01;
  return schema.safeParse(1.5).success ? 0.5 : 1;
}

function describeField(body: z.ZodType, answer: z.ZodType | undefined) {
  const sent = toJson(body);
  return {
    sent: body.safeParse(undefined).success ? 'optional' : 'required',
    type: typeOf(answer ? toJson(answer) : sent),
    max: sent.maxLength ?? toJson(body, 'input').maxLength,
    step: sent.type === 'number' ? stepOf(body) : undefined,
    options: sent.enum,
  };
}

/** Names of which nothing else is compared. */
const onlyNames = (names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, {}]));

/**
 * Fields of the contract: those that are sent with their rules, and those that are only answered by
 * their names.
 */
function fromContract(body: Shape, answer: Shape) {
  const fields = onlyNames(Object.keys(answer));
  for (const [name, rule] of Object.entries(body)) fields[name] = describeField(rule, answer[name]);
  return fields;
}

/** Fields of the stand-in, in the form of `fromContract`. */
function fromStandIn({ required, optional, answered }: standIn.StandInEntity) {
  const fields = onlyNames(answered);
  for (const [sent, rules] of Object.entries({ required, optional })) {
    for (const [name, { check: _check, ...rule }] of Object.entries(rules))
      fields[name] = { sent, ...rule };
  }
  return fields;
}

function filtersOf(query: z.ZodObject): string[] {
  // The last three are the embedded API's alone.
  const others = new Set(['search', 'sort_by', 'sort_order', 'floor', 'role', 'vacant_on']);
  return Object.keys(query.shape).filter((name) => !others.has(name));
}

it.each<{
  name: string;
  own: standIn.StandInEntity;
  body?: z.ZodObject;
  answer: z.ZodObject;
  /** Fields that the forms of the panel always send. */
  required?: string[];
  missing?: string[];
}>([
  { name: 'building', own: standIn.CONDO, body: condoCreateSchema, answer: condoSchema },
  {
    name: 'apartment',
    own: standIn.APARTMENT,
    body: apartmentCreateSchema,
    answer: apartmentSchema,
    // A text of spots, or "None".
    required: ['parking_spot_number'],
    missing: ['has_parking'],
  },
  {
    name: 'user',
    own: standIn.USER,
    body: userUpdateSchema,
    answer: userSchema,
    required: ['first_name', 'last_name'],
    // An API that sends fewer fields.
    missing: ['profile_picture', 'updated_at', 'last_login', 'phone', 'merged_into'],
  },
  {
    name: 'association',
    own: standIn.ASSOCIATION,
    answer: condoAssociationSchema,
    missing: ['created_at', 'since', 'until', 'note', 'reported_on'],
  },
  {
    name: 'invitation',
    own: standIn.INVITATION,
    body: invitePayloadSchema,
    answer: invitationSchema,
    // A person without an address is invited by a letter, with the embedded API alone.
    required: ['email'],
    // Extras of the embedded API.
    missing: ['name', 'expires_at', 'language', 'mail', 'user_id', 'since'],
  },
])('differs from the contract where it is meant to: $name', (entity) => {
  const { own, body, answer, required = [], missing = [] } = entity;
  const contract = fromContract(body?.shape ?? {}, answer.shape);
  expect(Object.keys(contract)).toEqual(expect.arrayContaining([...required, ...missing]));
  for (const name of required) {
    expect(contract[name]).toMatchObject({ sent: 'optional' });
    contract[name] = Object.assign({}, contract[name], { sent: 'required' });
  }
  for (const name of missing) delete contract[name];
  expect(fromStandIn(own)).toEqual(contract);
});

const data = externalData();
const row = z.looseObject({ id: z.number() });
const associations = data.users.flatMap((user) =>
  z.array(row).parse(user.condo_associations ?? []),
);

it.each<[string, readonly Row[], standIn.StandInEntity]>([
  ['building', data.condos, standIn.CONDO],
  ['apartment', data.apartments, standIn.APARTMENT],
  ['user', data.users, standIn.USER],
  ['association', associations, standIn.ASSOCIATION],
])('has records with every field, and no other: %s', (_name, rows, entity) => {
  const { required, optional, answered, extras } = entity;
  const named = [...Object.keys(required), ...Object.keys(optional), ...answered, ...extras];
  const stored = [...new Set(rows.flatMap(Object.keys))];
  expect(stored.toSorted()).toEqual(named.toSorted());
});

it('has the same filters and sorting', () => {
  expect(standIn.CONDO_FILTERS).toEqual(filtersOf(condoListQuerySchema));
  expect(standIn.CONDO_SORTS).toEqual(condoListQuerySchema.shape.sort_by.unwrap().options);
  expect(standIn.APARTMENT_FILTERS).toEqual(filtersOf(apartmentListQuerySchema));
});
