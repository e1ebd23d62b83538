import { expect, it } from 'vitest';
import { firstNames, Selection, type Choice } from '~/kit/selection/selection';

const choice = (id: number): Choice => ({ id, name: `Haus ${id}` });
const LIST = [5, 3, 9, 1, 7].map(choice);

function selection(shown = LIST): Selection {
  const made = new Selection();
  made.show(() => shown, true);
  return made;
}

const ids = (made: Selection) => [...made.chosen().keys()];

it('a range begins at the row before, in the order of the screen and in both directions', () => {
  const made = selection();
  made.set(choice(9), true);
  made.set(choice(7), true, true);
  expect(ids(made)).toEqual([9, 1, 7]);
  made.set(choice(3), true, true);
  expect(ids(made)).toEqual([9, 1, 7, 3]);
  made.set(choice(9), false, true);
  expect(ids(made)).toEqual([1, 7]);
});

it('a range without a beginning on the screen is one row', () => {
  const made = selection();
  made.set(choice(5), true);
  made.show(() => LIST.slice(2), false);
  made.set(choice(7), true, true);
  expect(ids(made)).toEqual([5, 7]);
});

it('stay chosen while filters hide them, and can be added to', () => {
  const made = selection();
  made.set(choice(5), true);
  made.show(() => LIST.slice(3), false);
  made.setShown(true);
  expect(ids(made)).toEqual([5, 1, 7]);
  made.setShown(false);
  expect([...made.chosen().values()]).toEqual([choice(5)]);
});

it('chosen rows are forgotten when the whole list lacks them', () => {
  const made = selection();
  made.setShown(true);
  made.show(() => LIST.slice(1), true);
  expect(ids(made)).toEqual([3, 9, 1, 7]);
  expect(made.removed()).toEqual([choice(5)]);
  made.show(() => LIST.slice(2), true);
  expect(firstNames(made.removed())).toBe('Haus 5, Haus 3');
  made.add([choice(11)]);
  expect(ids(made)).toEqual([9, 1, 7, 11]);
  expect(made.removed()).toEqual([]);
  made.clear();
  expect(ids(made)).toEqual([]);
});

it('up to three chosen rows are named', () => {
  expect(firstNames(LIST)).toBe('Haus 5, Haus 3, Haus 9, and 2 more');
});
