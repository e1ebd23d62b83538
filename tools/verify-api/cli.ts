import { withSecretFiles } from '~/lib/settings.server';
import { formatReport } from './report';
import { verifyApi } from './verify';
import { readArguments, UsageError, type Command } from '../command';

const USAGE = `Usage: VERIFY_EMAIL=... VERIFY_PASSWORD=... npm run verify-api -- https://host/api [--json]

  --json   the report as JSON

It only reads. VERIFY_EMAIL and VERIFY_PASSWORD are a super administrator of that API.
Ends with 0 when the API conforms, else with 1.`;

/** `npm run verify-api`. The exit code says whether the API conforms. @throws UsageError */
export const runVerifyApi: Command = async (args, env, print) => {
  const { url, json } = readAddress(args);
  const { VERIFY_EMAIL: email, VERIFY_PASSWORD: password } = withSecretFiles(env);
  if (!email || !password) {
    throw new UsageError(`VERIFY_EMAIL and VERIFY_PASSWORD must be set\n\n${USAGE}`);
  }
  const report = await verifyApi({ baseUrl: url, credentials: { email, password } });
  print(json ? JSON.stringify(report, null, 2) : formatReport(report));
  if (!report.conforms) process.exitCode = 1;
};

function readAddress(args: readonly string[]) {
  const { values, positionals } = readArguments(
    {
      args: [...args],
      allowPositionals: true,
      options: { json: { type: 'boolean', default: false } },
    },
    USAGE,
  );
  const [url, ...more] = positionals;
  if (url === undefined || more.length > 0) throw new UsageError(USAGE);
  const address = URL.canParse(url) ? new URL(url) : null;
  if (!address || !/^https?:$/.test(address.protocol) || !/\/api\/?$/.test(address.pathname)) {
    throw new UsageError(
      `${url} is not an http:// or https:// address that ends in /api\n\n${USAGE}`,
    );
  }
  return { url: url.replace(/\/+$/, ''), ...values };
}
