import { UserMenu } from '~/components/layout/user-menu';
import { userMenuEntries } from './user-menu-entries';

export { userMenuEntries };

/** "Welcome, ..." as a menu of the screens beyond the wire contract that the API has, and of the release. */
export function WelcomeMenu({ text }: { text: string }) {
  return <UserMenu text={text} entries={userMenuEntries()} />;
}
