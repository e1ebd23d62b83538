import { describe, expect, it } from 'vitest';
import {
  apartmentCreateSchema,
  apartmentListQuerySchema,
  apartmentSchema,
} from '~/contract/apartment';
import { condoCreateSchema, condoListQuerySchema, condoSchema } from '~/contract/condo';
import { invitationSchema, invitePayloadSchema } from '~/contract/invitation';
import { condoAssociationSchema, userSchema, userUpdateSchema } from '~/contract/user';
import { z } from '~/contract/zod';
import { describeSchemas, differences, type Descriptions } from '../../support/described-fields';
import { externalData, type Row } from '../../support/external-api/data';
import * as standIn from '../../support/external-api/entities';

/*
 * The tests' stand-in for an external API, which checks the panel, lists the entities by hand. Each difference from
 * app/contract is named here.
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
        'invitation.language: in the contract, missing in the stand-in API',
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
  expect(differences('building', contract, oracle, 'the stand-in API')).toEqual([
    'building.website: sent optional in the contract, required in the stand-in API',
    'building.website: limit 2048 in the contract, 512 in the stand-in API',
    'building.heating: in the contract, missing in the stand-in API',
    'building.created_at: answered value in the contract, none in the stand-in API',
    'building.colour: in the stand-in API, missing in the contract',
  ]);
});
