import { UserMenu } from '~/components/layout/user-menu';
import type { Capabilities } from '~/data/capabilities/capabilities';
import { userMenuEntries } from './user-menu-entries';

export { userMenuEntries };

interface WelcomeMenuProps {
  text: string;
  can: Capabilities;
}

/** "Welcome, ..." as a menu of the screens beyond the wire contract that the API offers, and of the release. */
export function WelcomeMenu({ text, can }: WelcomeMenuProps) {
  return <UserMenu text={text} entries={userMenuEntries(can)} />;
}
