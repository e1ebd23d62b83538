import { sql, type SQL } from 'drizzle-orm';
import { fieldOf, writableNames, type Field, type Fields } from '~/contract/fields';

/** The columns of a record's writable fields, in the table's order: for `insert into condos (...)`. */
export function columnList(fields: Fields): SQL {
  const names = writableNames(fields).map((name) => sql.identifier(name));
  return sql.join(names, sql`, `);
}

/** The same with their types: for `json_to_recordset(...) as r (...)`. */
export function recordType(fields: Fields): SQL {
  const columns = writableNames(fields).map(
    (name) => sql`${sql.identifier(name)} ${sql.raw(columnType(fieldOf(fields, name)))}`,
  );
  return sql.join(columns, sql`, `);
}

function columnType(field: Field): string {
  switch (field.kind) {
    case 'id':
    case 'reference':
    case 'integer':
      return 'int';
    case 'number':
      return field.step === 1 ? 'int' : 'numeric';
    case 'date':
      return 'date';
    case 'boolean':
      return 'boolean';
    case 'instant':
      return 'timestamptz';
    case 'text':
    case 'email':
    case 'url':
    case 'parking':
    case 'image':
    case 'choice':
      return 'text';
  }
}
