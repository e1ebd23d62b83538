import type { ReadName, Resource, WriteName } from '../calls';

/** A resource, one of its lists, or all that was read. */
type Old = Resource | ReadName | 'everything';

/** Any of the lists that files are imported into. */
const IMPORTED = ['condos', 'apartments', 'invitations', 'dashboard', 'bulkImports'] as const;

/**
 * What each change makes old. A table of names beside the declarations, because these bring the schemas along, which the browser
 * does not need.
 */
export const MAKES_OLD: Readonly<Record<WriteName, readonly Old[]>> = {
  'acceptance.accept': [],
  'acceptance.start': [],
  'account.update': ['account', 'users'],
  'account.changePassword': ['account'],
  'account.endOtherSessions': ['account'],
  'account.endSession': ['account'],
  'administrators.withdraw': ['administrators'],
  'administrators.invite': ['administrators'],
  'administrators.deleteInvitation': ['administrators'],
  'apartments.create': ['apartments.list', 'dashboard'],
  'apartments.update': ['apartments.list', 'dashboard'],
  'apartments.delete': ['apartments.list', 'dashboard'],
  'apiTokens.create': ['apiTokens'],
  'apiTokens.revoke': ['apiTokens'],
  'associations.delete': ['users'],
  'bulkApply.changes': IMPORTED,
  'bulkCreate.rows': IMPORTED,
  'bulkImports.cancel': [],
  'bulkImports.undo': IMPORTED,
  'condos.create': ['condos.list', 'dashboard'],
  'condos.update': ['condos'],
  // Not the building itself: its screen, if it is open, would ask for it again.
  'condos.delete': ['condos.list', 'apartments', 'dashboard'],
  'confirmation.confirm': [],
  'confirmation.passkeyOptions': [],
  'confirmation.start': [],
  'factors.startTotp': [],
  'factors.confirmTotp': ['factors'],
  'factors.removeTotp': ['factors'],
  'factors.renewRecoveryCodes': ['factors'],
  'factors.startPasskey': [],
  'factors.addPasskey': ['factors'],
  'factors.removePasskey': ['factors'],
  // What comes back may be in any list.
  'history.restoreRecord': ['everything'],
  'history.restoreEntry': ['everything'],
  'history.restoreChange': ['everything'],
  'history.writeValues': ['everything'],
  'identities.start': [],
  'identities.link': ['identities'],
  'identities.unlink': ['identities'],
  'invitations.delete': ['invitations', 'dashboard'],
  'invitations.resend': ['invitations'],
  'invite.send': ['invitations', 'dashboard'],
  'password.forgot': [],
  'password.set': [],
  'personalData.erase': ['users', 'history'],
  'portfolioCheck.setAside': ['portfolioCheck'],
  'portfolioCheck.takeBack': ['portfolioCheck'],
  'reauthentication.confirm': [],
  'session.login': [],
  'signIn.logout': [],
  'signIn.passkeyOptions': [],
  'users.update': ['users'],
  'users.delete': ['users', 'dashboard', 'portfolioCheck'],
};
