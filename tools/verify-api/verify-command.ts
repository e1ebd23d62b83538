// The command verify-api, started by npm.
import { withSecretFiles } from '~/platform/settings.server';
import { verifyApi } from './verify';
import { readArguments, runCommand, UsageError } from '../command';

const USAGE = `Usage: VERIFY_EMAIL=... VERIFY_PASSWORD=... npm run verify-api -- https://host/api [--json]

  --json   the report as JSON

It only reads. VERIFY_EMAIL and VERIFY_PASSWORD are a super administrator of that API.
Ends with 0 when the API conforms, else with 1.`;

await runCommand(async (args, env, print) => {
  const { VERIFY_EMAIL: email, VERIFY_PASSWORD: password } = withSecretFiles(env);
  const options = { json: { type: 'boolean' } } as const;
  const config = { args: [...args], allowPositionals: true, options } as const;
  const { values, positionals } = readArguments(config, USAGE);
  const [url, ...more] = positionals;
  if (url === undefined || more.length > 0) throw new UsageError(USAGE);
  if (!/^https?:\/\/[^?#]+\/api\/?$/.test(url) || !URL.canParse(url)) {
    const problem = `${url} is not an http:// or https:// address that ends in /api`;
    throw new UsageError(`${problem}\n\n${USAGE}`);
  }
  if (!email || !password) {
    throw new UsageError(`VERIFY_EMAIL and VERIFY_PASSWORD must be set\n\n${USAGE}`);
  }
  const report = await verifyApi(url.replace(/\/+$/, ''), email, password);
  const calls = report.findings.flatMap(({ call, status, problems }) => [
    `${problems.length > 0 ? 'FAILED' : 'ok    '} ${call}  ${status ?? '-'}`,
    ...problems.map((problem) => `       ${problem}`),
  ]);
  const result = `${url} ${report.conforms ? 'conforms' : 'does NOT conform'}`;
  print(values.json ? JSON.stringify(report, null, 2) : [...calls, '', result].join('\n'));
  if (!report.conforms) process.exitCode = 1;
});
