import { readSettings } from '~/platform/settings.server';
import { openDatabase } from '~/platform/database/connect.server';
import { migrateDatabase } from '~/platform/database/migrate.server';
import { invite, list, removeFactor, resetPassword, signOut, type AdminContext } from './commands';
import { checkOidc } from './check-oidc';
import { printingLog, UsageError, type Command } from '../command';

const USAGE = `Usage: npm run admin -- list
       npm run admin -- invite EMAIL
       npm run admin -- reset-password EMAIL
       npm run admin -- sign-out EMAIL
       npm run admin -- remove-factor EMAIL
       npm run admin -- check-oidc

  list            the super administrators
  invite          a one-time link by which this person becomes one
  reset-password  a one-time link that sets a new password
  sign-out        ends all sessions of this person
  remove-factor   removes the authenticator app and the recovery codes of this person: the password alone signs in
  check-oidc      goes through what signing in by the OpenID provider needs, and says what to change

DATABASE_URL or DATA_DIR say which database; the panel may be running. Links begin with PUBLIC_URL. No password is
shown or asked for.`;

const COMMANDS_WITH_EMAIL = new Map([
  ['invite', invite],
  ['reset-password', resetPassword],
  ['sign-out', signOut],
  ['remove-factor', removeFactor],
]);

/** Runs `npm run admin`. @throws UsageError for unknown arguments and unknown people */
export const runAdmin: Command = async (args, env, print) => {
  if (args.length === 1 && args[0] === 'check-oidc') {
    await checkOidc(readSettings(env), print);
    return;
  }
  const work = readArguments(args);
  const settings = readSettings(env);
  const database = await openDatabase({ ...settings, log: printingLog(print), existing: true });
  try {
    await migrateDatabase(database.pool);
    await work({ db: database.db, now: new Date(), publicUrl: settings.publicUrl, print });
  } finally {
    await database.close();
  }
};

function readArguments(args: readonly string[]): (context: AdminContext) => Promise<void> {
  const [name = '', email, ...more] = args;
  if (name === 'list' && email === undefined) return list;
  const command = COMMANDS_WITH_EMAIL.get(name);
  if (!command || email === undefined || more.length > 0) throw new UsageError(USAGE);
  return (context) => command(context, email);
}
