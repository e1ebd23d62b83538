import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { fieldsOf } from '~/fields/reading';
import { jsonMember } from '~/imports/queries';
import { must } from '../../support/must';

it('keeps the text as it is written', () => {
  const text = '{ "a" : [1] , "rows":[ 12345678901234567890, 1.50, "\\"]}" ] , "z": null}';
  expect(jsonMember(text, 'rows')).toBe('[ 12345678901234567890, 1.50, "\\"]}" ]');
  expect(jsonMember(text, 'z')).toBe('null');
  expect(jsonMember(text, 'b')).toBeNull();
  expect(jsonMember('[1]', 'a')).toBeNull();
  expect(jsonMember('{}', 'a')).toBeNull();
});

it('finds what JSON.parse finds', () => {
  const objects = fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue());
  fc.assert(
    fc.property(objects, fc.constantFrom(0, 2), (object, indent) => {
      const text = JSON.stringify(object, null, indent);
      for (const [name, value] of Object.entries(fieldsOf(JSON.parse(text)))) {
        expect(JSON.parse(must(jsonMember(text, name), name))).toEqual(value);
      }
    }),
  );
});
