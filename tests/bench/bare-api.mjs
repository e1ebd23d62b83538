// The least that a list call over HTTP costs in Node: a server with nothing but the session's statement and the list's, as
// JSON. Argument: the database's connection as JSON. Prints its address.
import { createServer } from 'node:http';
import pg from 'pg';

const pool = new pg.Pool(JSON.parse(process.argv[2]));
const SESSION = { name: 'session', text: 'select id, email from users where id = $1' };
const LIST = {
  name: 'list',
  text: 'select row_to_json(t)::text as json from (select * from condos order by name, id) t',
};

const server = createServer((_, response) => {
  answer().then(
    (body) => response.writeHead(200, { 'content-type': 'application/json' }).end(body),
    () => response.writeHead(500).end(),
  );
});

async function answer() {
  await pool.query({ ...SESSION, values: [1] });
  const { rows } = await pool.query(LIST);
  return `[${rows.map(({ json }) => json).join(',')}]`;
}

server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${server.address().port}\n`);
});
