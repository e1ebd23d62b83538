import { Bookmark, Building2, Clock, DoorOpen, Mail, PanelsTopLeft, User, Zap } from 'lucide-react';
import { namesOf } from '~/fields/fields';
import { findText, hasWords, type FindWords } from '~/fields/search-text';
import { msg } from '~/language/texts';

/** Accessible name of the palette. The label of its button begins with the same word. */
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
  /** Other names by which the hit is found. */
  aliases?: string;
  /** Distinguishes entries of the same name: a place, an e-mail address. */
  detail?: string | undefined;
  /** Keys that do the same, one after the other. */
  keys?: string | undefined;
  /** A URL to open, or a function to call. */
  target: string | (() => void);
}

/** Texts that explain why a hit was found: those with a word that the shown text does not have. */
export function reasonsOf(words: FindWords, shown: string, texts: ReadonlyArray<string | null>) {
  const others = words.filter((word) => !hasWords(findText(shown), [word]));
  const isReason = (text: string | null) =>
    text !== null && others.some((word) => hasWords(findText(text), [word]));
  return texts.filter(isReason);
}

export type Hits = Readonly<Record<HitKind, readonly Hit[]>>;
