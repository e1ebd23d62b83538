import { Bookmark, Building2, Clock, DoorOpen, Mail, PanelsTopLeft, User, Zap } from 'lucide-react';
import { namesOf } from '~/fields/fields';
import { msg } from '~/language/texts';

/** The palette's accessible name; its button begins with the same word. */
export const PALETTE_NAME = msg`Search everything`;

/** The groups of the palette, in the order in which they are shown. */
export const HIT_GROUPS = {
  recent: { title: msg`Recent`, icon: Clock },
  condo: { title: msg`Buildings`, icon: Building2 },
  user: { title: msg`People`, icon: User },
  apartment: { title: msg`Apartments`, icon: DoorOpen },
  invitation: { title: msg`Invitations`, icon: Mail },
  view: { title: msg`Saved views`, icon: Bookmark },
  action: { title: msg`Actions`, icon: Zap },
  screen: { title: msg`Screens`, icon: PanelsTopLeft },
} as const;
export type HitKind = keyof typeof HIT_GROUPS;
export const HIT_KINDS = namesOf(HIT_GROUPS);

export const HITS_PER_KIND = 20;

export interface Hit {
  /** The target, such as "condo 7"; unique within its kind. */
  key: string;
  label: string;
  /** Other names that find it. */
  aliases?: string;
  /** Distinguishes entries of the same name: a place, an e-mail address. */
  detail?: string | undefined;
  /** An address to open, or an action. */
  target: string | (() => void);
}

export type Hits = Readonly<Record<HitKind, readonly Hit[]>>;
