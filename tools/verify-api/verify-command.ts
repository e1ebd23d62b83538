// The command verify-api, started by npm.
import { readSettings, withSecretFiles } from '~/platform/settings.server';
import { verifyApi } from './verify';
import { readArguments, runCommand, UsageError } from '../command';

const USAGE = `Usage: VERIFY_EMAIL=... VERIFY_PASSWORD=... npm run verify-api -- https://host/api [--json]

  --json   the report as JSON

It only reads. VERIFY_EMAIL and VERIFY_PASSWORD are a super administrator of that API.
Ends with 0 when the API conforms, with 1 when it does not.`;

await runCommand(async (args, env, print) => {
  const { VERIFY_EMAIL: email, VERIFY_PASSWORD: password } = withSecretFiles(env);
  const options = { json: { type: 'boolean' } } as const;
  const config = { args: [...args], allowPositionals: true, options } as const;
  const { values, positionals } = readArguments(config, USAGE);
  // The address is checked as the panel checks its setting.
  const { apiBaseUrl } = readSettings({ API_BASE_URL: positionals[0] });
  if (!apiBaseUrl || positionals.length > 1) throw new UsageError(USAGE);
  if (!email || !password)
    throw new UsageError('VERIFY_EMAIL and VERIFY_PASSWORD must be set', USAGE);
  const report = await verifyApi(apiBaseUrl, email, password);
  const calls = report.findings.flatMap(({ call, status, problems }) => [
    `${problems.length > 0 ? 'FAILED' : 'ok    '} ${call}  ${status ?? '-'}`,
    ...problems.map((problem) => `       ${problem}`),
  ]);
  const result = `${apiBaseUrl} ${report.conforms ? 'conforms' : 'does NOT conform'}`;
  print(values.json ? JSON.stringify(report, null, 2) : [...calls, '', result].join('\n'));
  if (!report.conforms) process.exitCode = 1;
});
