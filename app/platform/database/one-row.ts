/** The row of a statement that always answers one. @throws Error for none: a bug */
export function oneRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('The statement answered no row');
  return row;
}
