import { DoorOpen, KeyRound, UserCog } from 'lucide-react';
import type { ReactNode } from 'react';
import { titleCase } from '~/language/format';

const LOOK = { 'aria-hidden': true, className: 'size-3.5 shrink-0' } as const;

const ICONS: ReadonlyMap<string, ReactNode> = new Map([
  ['owner', <KeyRound key="owner" {...LOOK} />],
  ['renter', <DoorOpen key="renter" {...LOOK} />],
  ['building_manager', <UserCog key="building_manager" {...LOOK} />],
]);

/** A role as icon and text. */
export function RoleText({ role }: { role: string }) {
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap text-muted">
      {ICONS.get(role)}
      <span>{titleCase(role)}</span>
    </span>
  );
}
