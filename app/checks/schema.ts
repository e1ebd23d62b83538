import { namesOf } from '~/fields/fields';
import type { RecordKind } from '~/history/schema';

/** The kinds of findings (docs/behaviour/portfolio-check.md), and the records that they are about. */
export const FINDING_RECORDS = {
  unit_count: 'condo',
  empty_apartment: 'apartment',
  building_without_manager: 'condo',
  person_without_association: 'user',
  open_invitation: 'invitation',
  duplicate_address: 'condo',
  duplicate_person: 'user',
  place_mismatch: 'condo',
  missing_image: 'condo',
  several_owners: 'apartment',
  several_renters: 'apartment',
  unreported_move: 'association',
  coming_move: 'association',
  coming_vacancy: 'apartment',
} as const satisfies Readonly<Record<string, RecordKind>>;
export type FindingKind = keyof typeof FINDING_RECORDS;
export const FINDING_KINDS = namesOf(FINDING_RECORDS);

export const FINDINGS_PAGE_SIZE = 50;
export const OLD_INVITATION_DAYS = 14;
/** Days before and after today in which moves are findings: most communes want reports within 14 days. */
export const MOVE_DAYS = 14;

/** Texts of the states, with "{0}" for values. The API sends them in English; the panel translates them. */
export const STATE_LABELS = {
  units: '{0} declared, {1} entered',
  noResident: 'No owner or renter',
  noManager: 'No building manager',
  noAssociation: 'No building or apartment',
  mailFailed: 'The e-mail failed',
  expired: 'Expired',
  old: 'Older than {0} days',
  zipElsewhere: '{0} is {1}, not {2} ({3})',
  cityElsewhere: '{0} is in {1}, not in {2}',
  noImage: 'No image',
  movedIn: 'Moved in on {0}',
  movedOut: 'Moved out on {0}',
  movesIn: 'Moves in on {0}',
  movesOut: 'Moves out on {0}',
  vacantAfter: 'Vacant after {0}',
  more: 'and {0} more',
} as const;
