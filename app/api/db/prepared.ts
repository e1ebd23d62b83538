import type { Db } from './connect.server';

/**
 * A statement that is built once for each database; with the name it was prepared under, each connection reads and plans
 * it once. For statements of calls that come all the time, whose plan does not depend on what is looked for, outside of
 * transactions. Behind a transaction pooler the name is left off (connect.server.ts).
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
