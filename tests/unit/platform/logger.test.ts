import { DrizzleQueryError } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { createLogger } from '~/platform/logger.server';

function capture(write: (log: ReturnType<typeof createLogger>) => void): string {
  let text = '';
  write(createLogger({ write: (line) => (text += line) }));
  return text;
}

it('writes one JSON line with the data and the sentence', () => {
  const line = capture((log) => log.info({ condo: 7 }, 'Deleted'));
  expect(JSON.parse(line)).toMatchObject({ level: 30, condo: 7, msg: 'Deleted' });
});

it('blanks out passwords and tokens', () => {
  const line = capture((log) =>
    log.warn(
      {
        password: 'pw-1',
        body: { access_token: 'tk-2' },
        req: { headers: { authorization: 'Bearer tk-3' } },
      },
      'x',
    ),
  );
  expect(line).not.toMatch(/pw-1|tk-2|tk-3/);
});

it('does not quote an address that could not be read', () => {
  const address = 'postgres://panel:hush#1@db';
  const line = capture((log) => {
    try {
      log.info(new URL(address));
    } catch (err) {
      log.error({ err: new Error('x', { cause: err }) }, 'x');
      log.error({ err }, 'x');
    }
  });
  expect(line).toContain('Invalid URL');
  expect(line).not.toContain('hush');
});

it('logs a failed query with its cause and without its values', () => {
  const cause = Object.assign(new Error('deadlock detected'), { code: '40P01' });
  const err = new DrizzleQueryError('select $1', ['person@example.com'], cause);
  const line = capture((log) => log.error({ err }, 'x'));
  expect(line).toMatch(/deadlock detected.*40P01/);
  expect(line).toContain('select $1');
  expect(line).not.toContain('person@example.com');
});
