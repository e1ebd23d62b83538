import { UserMenu } from '~/components/layout/user-menu';
import { WelcomeText } from '~/components/layout/welcome-text';
import type { Capabilities } from '~/data/capabilities/capabilities';
import { userMenuEntries } from './user-menu-entries';

export { userMenuEntries };

interface WelcomeMenuProps {
  text: string;
  can: Capabilities;
}

/** "Welcome, ..." as a menu of the screens beyond the wire contract; plain text where the API offers none. */
export function WelcomeMenu({ text, can }: WelcomeMenuProps) {
  const entries = userMenuEntries(can);
  return entries.length > 0 ? (
    <UserMenu text={text} entries={entries} />
  ) : (
    <WelcomeText text={text} />
  );
}
