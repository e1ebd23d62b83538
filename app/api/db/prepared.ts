import type { Db } from './connect.server';

/**
 * A statement that is built once for each database; since it is named, each connection parses and plans it once. For
 * frequent statements outside of transactions whose plan does not depend on their values. Behind a transaction pooler
 * statements are unnamed (connect.server.ts).
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
