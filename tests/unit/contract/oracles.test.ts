import { describe, expect, it } from 'vitest';
import {
  apartmentCreateSchema,
  apartmentListQuerySchema,
  apartmentSchema,
} from '~/contract/apartment';
import { BULK_TYPES } from '~/contract/bulk';
import { condoCreateSchema, condoListQuerySchema, condoSchema } from '~/contract/condo';
import { dashboardStatsSchema } from '~/contract/dashboard';
import { apiErrorSchema } from '~/contract/error';
import { invitationSchema, invitePayloadSchema } from '~/contract/invitation';
import { loginResponseSchema } from '~/contract/session';
import {
  condoAssociationSchema,
  userListSchema,
  userSchema,
  userUpdateSchema,
} from '~/contract/user';
import { z } from '~/contract/zod';
import * as answers from '../../../tools/verify-api/answers';
import * as verify from '../../../tools/verify-api/entities';
import {
  describeResponse,
  describeSchemas,
  differences,
  type Descriptions,
} from '../../support/described-fields';
import { externalData, type Row } from '../../support/external-api/data';
import * as standIn from '../../support/external-api/entities';

/*
 * Two oracles list the entities by hand: verify-api, which checks an external API, and the tests' stand-in for one, which
 * checks the panel. What is changed in app/contract alone is named here.
 */

interface Entity {
  name: string;
  body: z.ZodObject | null;
  answer: z.ZodObject;
}

const BUILDING: Entity = { name: 'building', body: condoCreateSchema, answer: condoSchema };
const APARTMENT: Entity = {
  name: 'apartment',
  body: apartmentCreateSchema,
  answer: apartmentSchema,
};
const USER: Entity = { name: 'user', body: userUpdateSchema, answer: userSchema };
const ASSOCIATION: Entity = { name: 'association', body: null, answer: condoAssociationSchema };
const INVITATION: Entity = {
  name: 'invitation',
  body: invitePayloadSchema,
  answer: invitationSchema,
};

/** Names without anything else that is compared. */
function onlyNames(names: readonly string[]): Descriptions {
  return Object.fromEntries(names.map((name) => [name, {}]));
}

function filtersOf(query: z.ZodObject): string[] {
  const others = new Set(['search', 'sort_by', 'sort_order']);
  return Object.keys(query.shape).filter((name) => !others.has(name));
}

const CONDO_SORTS = condoListQuerySchema.shape.sort_by.unwrap().options;

function fromVerifyApi(entity: verify.WireEntity): Descriptions {
  const fields = Object.entries<verify.WireField>(entity);
  return Object.fromEntries(
    fields.map(([name, { answered, type, max, step, options }]) => [
      name,
      {
        answered,
        type,
        ...(max && { limit: String(max) }),
        ...(step && { step: String(step) }),
        ...(options && { options: options.join(', ') }),
      },
    ]),
  );
}

describe('verify-api', () => {
  it.each<[Entity, verify.WireEntity]>([
    [BUILDING, verify.BUILDING],
    [APARTMENT, verify.APARTMENT],
    [{ ...USER, answer: userSchema.omit({ condo_associations: true }) }, verify.USER],
    [ASSOCIATION, verify.ASSOCIATION],
  ])('has the fields of the contract: $name', ({ name, body, answer }, entity) => {
    // What is sent is compared with the stand-in, which takes it.
    const contract = Object.entries(describeSchemas(body, answer)).flatMap(
      ([field, { sent: _sent, ...described }]) =>
        described.answered ? [[field, described] as const] : [],
    );
    const own = fromVerifyApi(entity);
    expect(differences(name, Object.fromEntries(contract), own, 'verify-api')).toEqual([]);
  });

  it.each<[string, z.ZodType, z.ZodType]>([
    ['session', loginResponseSchema, answers.sessionAnswer],
    ['statistics', dashboardStatsSchema, answers.statisticsAnswer],
    ['users', userListSchema, answers.userPage],
    ['invitation', invitationSchema, answers.invitationAnswer],
    ['error', apiErrorSchema, answers.errorResponse],
  ])('has the responses of the contract: %s', (name, contract, own) => {
    const [here, there] = [describeResponse(contract), describeResponse(own)];
    expect(Object.keys(here)).not.toHaveLength(0);
    expect(differences(name, here, there, 'verify-api')).toEqual([]);
  });

  it.each<[string, readonly string[], readonly string[]]>([
    ['filters of buildings', filtersOf(condoListQuerySchema), Object.keys(verify.BUILDING_FILTERS)],
    ['sorting of buildings', CONDO_SORTS, verify.BUILDING_SORTS],
    ['filters of apartments', filtersOf(apartmentListQuerySchema), verify.APARTMENT_FILTERS],
    ['types of an import', BULK_TYPES, answers.BULK_TYPES],
  ])('has the same %s', (name, contract, own) => {
    expect(differences(name, onlyNames(contract), onlyNames(own), 'verify-api')).toEqual([]);
  });
});

/** What is sent with its rule; what is only answered by its name. */
function fromStandIn({ required, optional, answered }: standIn.StandInEntity): Descriptions {
  const sent = [
    ...Object.entries(required).map(([name, rule]) => [name, rule, 'required'] as const),
    ...Object.entries(optional).map(([name, rule]) => [name, rule, 'optional'] as const),
  ];
  return {
    ...onlyNames(answered),
    ...Object.fromEntries(
      sent.map(([name, { type, max, step, options }, how]) => [
        name,
        {
          sent: how,
          type,
          ...(max && { limit: String(max) }),
          ...(step && { step: String(step) }),
          ...(options && { options: options.join(', ') }),
        },
      ]),
    ),
  };
}

/** The same of the contract. */
function fromContract({ body, answer }: Entity): Descriptions {
  return Object.fromEntries(
    Object.entries(describeSchemas(body, answer)).map(([name, described]) => {
      const { answered: _answered, ...sent } = described;
      return [name, described.sent ? sent : {}];
    }),
  );
}

describe('the stand-in API', () => {
  it.each<[Entity, standIn.StandInEntity, string[]]>([
    [BUILDING, standIn.CONDO, []],
    [
      APARTMENT,
      standIn.APARTMENT,
      [
        // The form always sends it: a text of spots, or "None".
        'apartment.parking_spot_number: sent optional in the contract, required in the stand-in API',
        'apartment.has_parking: in the contract, missing in the stand-in API',
      ],
    ],
    [
      USER,
      standIn.USER,
      [
        // The form always sends both.
        'user.first_name: sent optional in the contract, required in the stand-in API',
        'user.last_name: sent optional in the contract, required in the stand-in API',
        // An API that sends fewer fields.
        'user.profile_picture: in the contract, missing in the stand-in API',
        'user.updated_at: in the contract, missing in the stand-in API',
        'user.last_login: in the contract, missing in the stand-in API',
      ],
    ],
    [
      ASSOCIATION,
      standIn.ASSOCIATION,
      ['association.created_at: in the contract, missing in the stand-in API'],
    ],
    [
      INVITATION,
      standIn.INVITATION,
      [
        // Extras of the embedded API.
        'invitation.expires_at: in the contract, missing in the stand-in API',
        'invitation.mail: in the contract, missing in the stand-in API',
      ],
    ],
  ])('differs from the contract where it is meant to: $name', (entity, own, known) => {
    const found = differences(
      entity.name,
      fromContract(entity),
      fromStandIn(own),
      'the stand-in API',
    );
    expect(found.toSorted()).toEqual(known.toSorted());
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

  it.each<[string, readonly string[], readonly string[]]>([
    ['filters of buildings', filtersOf(condoListQuerySchema), standIn.CONDO_FILTERS],
    ['sorting of buildings', CONDO_SORTS, standIn.CONDO_SORTS],
    ['filters of apartments', filtersOf(apartmentListQuerySchema), standIn.APARTMENT_FILTERS],
  ])('has the same %s', (name, contract, own) => {
    expect(differences(name, onlyNames(contract), onlyNames(own), 'the stand-in API')).toEqual([]);
  });
});

it('names each difference in words', () => {
  const contract = {
    website: { sent: 'optional', limit: '2048' },
    heating: { sent: 'optional' },
    created_at: { answered: 'value' },
  };
  const oracle = {
    website: { sent: 'required', limit: '512' },
    created_at: {},
    colour: {},
  };
  expect(differences('building', contract, oracle, 'verify-api')).toEqual([
    'building.website: sent optional in the contract, required in verify-api',
    'building.website: limit 2048 in the contract, 512 in verify-api',
    'building.heating: in the contract, missing in verify-api',
    'building.created_at: answered value in the contract, none in verify-api',
    'building.colour: in verify-api, missing in the contract',
  ]);
});
