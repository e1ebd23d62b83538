import { fieldsOf } from '~/contract/reading';
import { buildingAnswer, buildingList } from './answers';
import { walkApartmentChanges } from './apartment-write-calls';
import { walkBulkChanges } from './bulk-write-calls';
import { walkInvitationChanges } from './invitation-write-calls';
import { BUILDING_IMAGES, type BodyOf, type BUILDING } from './entities';
import type { Problem } from './report';
import { walkUserChanges } from './user-calls';
import { describeValue } from './conformity';
import { holds } from './values';
import { error, idOf, recordsOf, warning, type Walk } from './walk';
import type { WriteContext } from './write-context';

const CONDOS = '/admin/condos';

/** 1 x 1 pixel. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Every changing call of the wire contract, on records of its own. */
export async function walkChanges(context: WriteContext): Promise<void> {
  const { walk } = context;
  const id = await createCondo(context);
  if (id === null) {
    const skipped = ['PUT', 'DELETE'] as const;
    for (const method of skipped) {
      walk.skip({ method, path: `${CONDOS}/{id}` }, 'changes a building', 'none could be made');
    }
  } else {
    const path = `${CONDOS}/${id}`;
    await changeCondo(context, id);
    await walkApartmentChanges(context, id);
    await walkInvitationChanges(context, id);
    await walk.rejectsStrangers({ method: 'DELETE', path });
    const deleted = await walk.call(
      { method: 'DELETE', path },
      { purpose: 'deletes a building', status: '2xx' },
    );
    if (deleted !== undefined) {
      await walk.call({ method: 'GET', path }, { purpose: 'is gone', status: [404] });
    }
  }
  await walkBulkChanges(context);
  await walkUserChanges(walk);
}

function condoTexts(mark: string) {
  return {
    name: `Verify ${mark}`,
    address: `Prüfweg 1, ${mark}`,
    city: 'Zürich',
    state: 'ZH',
    zip_code: '08002',
    country: 'Switzerland',
    website: 'https://verify.example',
    description: 'Made by verify-api. It is removed again.',
    date_built: '1987-12-31',
    number_of_units: '4',
  } satisfies BodyOf<typeof BUILDING>;
}

function condoForm(texts: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(texts)) form.set(name, value);
  return form;
}

function withImages(form: FormData, names: readonly string[]): FormData {
  const bytes = Buffer.from(PNG, 'base64');
  for (const name of names) form.set(name, new File([bytes], 'verify.png', { type: 'image/png' }));
  return form;
}

/** POST /admin/condos. The response need not contain the id, so the list is searched. */
async function createCondo({ walk, mark }: WriteContext): Promise<number | null> {
  const texts = condoTexts(mark);
  const call = { method: 'POST', path: CONDOS } as const;
  await walk.rejectsStrangers({ ...call, body: condoForm(texts) });
  const incomplete = { ...texts, name: '' };
  await walk.call(
    { ...call, body: condoForm(incomplete) },
    { purpose: 'rejects a building without a name', status: [422, 400] },
  );
  await walk.call(
    { ...call, body: withImages(condoForm(texts), BUILDING_IMAGES) },
    { purpose: 'creates a building with images', status: '2xx' },
  );
  const id = await findCondo(walk, texts);
  if (id === null) return null;
  const condo = await walk.call(
    { method: 'GET', path: `${CONDOS}/${id}` },
    {
      purpose: 'what was created',
      status: [200],
      schema: buildingAnswer,
      check: (json) => holds(json, { ...texts, number_of_units: 4 }),
    },
  );
  for (const name of BUILDING_IMAGES) await openImage(walk, condo, `${name}_url`);
  return id;
}

/** Its id, by the search; the newest one if invalid ones were created too. */
async function findCondo(
  walk: Walk,
  { name }: Readonly<Record<string, string>>,
): Promise<number | null> {
  const path = `${CONDOS}?search=${encodeURIComponent(name ?? '')}&sort_by=id&sort_order=desc`;
  const named = (json: unknown) => recordsOf(json).filter((record) => record.name === name);
  const found = await walk.call(
    { method: 'GET', path },
    {
      purpose: 'finds what was created',
      status: [200],
      schema: buildingList,
      check: (json) => {
        const { length } = named(json);
        return length === 1 ? [] : [error('$', `one building named ${name}`, `${length} of them`)];
      },
    },
  );
  return idOf(named(found)[0]);
}

/** The panel puts the address into an <img>, which sends no token. */
async function openImage(walk: Walk, condo: unknown, field: string): Promise<void> {
  if (condo === undefined) return;
  const url = fieldsOf(condo)[field];
  const call = { method: 'GET', path: `{${field}}` } as const;
  const purpose = 'an image that was sent';
  const keep = (status: number | null, problem?: Problem) =>
    walk.keep(call, purpose, status, problem ? [problem] : []);
  if (typeof url !== 'string' || !/^(https?:\/\/|data:image\/)/.test(url)) {
    return keep(
      null,
      error(`$.${field}`, 'a whole address (http:// or https://)', describeValue(url)),
    );
  }
  if (url.startsWith('data:')) return keep(null);
  const answer = await walk.client.open(url);
  if ('reason' in answer) return keep(null, error('answer', 'an image', answer.reason));
  if (answer.status !== 200) {
    return keep(answer.status, error('status', '200 without a token', String(answer.status)));
  }
  const right = answer.type.startsWith('image/');
  keep(200, right ? undefined : error('content-type', 'image/*', answer.type || 'nothing'));
}

/** PUT /admin/condos/{id}: other texts, one image removed, one replaced, one left. */
async function changeCondo({ walk, mark }: WriteContext, id: number): Promise<void> {
  const path = `${CONDOS}/${id}`;
  const texts = { ...condoTexts(mark), city: 'Genève', number_of_units: '5', description: '' };
  const form = () => {
    const body = withImages(condoForm(texts), ['flag']);
    body.set('remove_image', 'True');
    body.set('image_url', '');
    return body;
  };
  await walk.rejectsStrangers({ method: 'PUT', path, body: form() });
  await walk.call(
    { method: 'PUT', path, body: form() },
    { purpose: 'changes a building', status: '2xx' },
  );
  const { description: _description, ...kept } = texts;
  await walk.call(
    { method: 'GET', path },
    {
      purpose: 'what was changed',
      status: [200],
      schema: buildingAnswer,
      check: (json) => {
        const { image_url: image, flag_url: flag, country_flag_url: other } = fieldsOf(json);
        return [
          ...holds(json, { ...kept, number_of_units: 5 }),
          ...(image
            ? [error('$.image_url', 'null (remove_image=True)', describeValue(image))]
            : []),
          ...(flag ? [] : [error('$.flag_url', 'the new image', describeValue(flag))]),
          ...(other
            ? []
            : [error('$.country_flag_url', 'the previous image', describeValue(other))]),
          ...isCleared(json),
        ];
      },
    },
  );
}

/** A field that is sent empty must be cleared; otherwise people cannot remove a text. */
function isCleared(json: unknown): Problem[] {
  const { description } = fieldsOf(json);
  return description
    ? [warning('$.description', 'null (sent empty)', describeValue(description))]
    : [];
}
