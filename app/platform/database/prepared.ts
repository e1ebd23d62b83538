import type { Db } from './connect.server';

/**
 * A statement that is built once per database and, being named, planned once per connection. For frequent
 * statements outside of transactions whose plan does not depend on their values.
 */
export function prepared<Statement extends object>(
  build: (db: Db) => Statement,
): (db: Db) => Statement {
  const built = new WeakMap<Db, Statement>();
  return (db) => {
    const known = built.get(db);
    if (known) return known;
    const statement = build(db);
    built.set(db, statement);
    return statement;
  };
}
