import { describe, expect, it } from 'vitest';
import { createTestApi } from '../../support/api';
import { validate } from '../../support/bulk';
import { insertApartment, insertCondo } from '../../support/places';
import { perTest } from '../../support/opened';

// docs/behaviour.md, "Bulk import": all errors of a row at once.

const api = perTest(createTestApi);

async function errorsOf(type: string, file: string): Promise<string[]> {
  const { invalid_rows } = await validate(api, type, file);
  return invalid_rows.map(({ error }) => error);
}

describe('a row with an invalid field', () => {
  it('is compared with the database by its other fields', async () => {
    const condo = await insertCondo(api.db, 'Lac');
    await insertApartment(api.db, condo, '1');
    expect(
      await errorsOf(
        'user_invite',
        `email,role,condo_id,apartment_id\nnobody,renter,9999,\nnobody,chief,Lac,77\n`,
      ),
    ).toEqual([
      'email "nobody": Invalid email address; ' +
        'apartment_id: Apartment selection is required for this role (role "renter"); ' +
        'condo_id "9999": there is no building with this id',
      'email "nobody": Invalid email address; role "chief": Please select a valid role; ' +
        `apartment_id "77": there is no such apartment in building ${condo}`,
    ]);
    expect(
      await errorsOf('apartment', `condo_id,apartment_number,floor_number\nLac,1,0\nNowhere,1,0\n`),
    ).toEqual([
      'floor_number "0": Floor number must be at least 1; ' +
        `apartment_number "1": building ${condo} already has an apartment with this number`,
      'floor_number "0": Floor number must be at least 1; ' +
        'condo_id "Nowhere": there is no building with this name',
    ]);
  });

  it('keeps what the file says', async () => {
    await insertCondo(api.db, 'Lac');
    const file = 'condo_id,apartment_number,floor_number\nLac,1,0\n';
    const { invalid_rows } = await validate(api, 'apartment', file);
    expect(invalid_rows[0]?.row).toMatchObject({ condo_id: 'Lac', floor_number: '0' });
  });

  it('makes no valid row after it a duplicate, and is one of a valid row before it', async () => {
    const heading = 'name,address,city,state,zip_code,country';
    expect(await errorsOf('condo', `${heading}\nA,B,,D,1,E\nA,B,C,D,1,E\nA,B,,D,1,E\n`)).toEqual([
      'city: City/Town/Commune is required',
      'city: City/Town/Commune is required; name "A": row 3 has the same name, address and zip code',
    ]);
  });
});
