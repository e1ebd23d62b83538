import { STATE_LABELS, type FindingKind } from '~/checks/schema';
import { patternOf } from '~/language/template-pattern';
import { formatDateOnly } from '~/language/format';
import { fill, msg, translate } from '~/language/texts';

/**
 * Texts of each kind (docs/behaviour/portfolio-check.md): label of the count, and the remedy above the
 * list.
 */
export const FINDING_TEXTS: Readonly<Record<FindingKind, { label: string; cure: string }>> = {
  unit_count: {
    label: msg`Declared units differ from apartments entered`,
    cure: msg`Add the missing apartments to the building, or correct its number of units.`,
  },
  empty_apartment: {
    label: msg`Apartments without a resident`,
    cure: msg`Invite an owner or a renter to the apartment.`,
  },
  building_without_manager: {
    label: msg`Buildings without a manager`,
    cure: msg`Invite a building manager.`,
  },
  person_without_association: {
    label: msg`People without an association`,
    cure: msg`Invite the person to a building or an apartment, or delete the user.`,
  },
  open_invitation: {
    label: msg`Invitations that failed, expired or are older than 14 days`,
    cure: msg`Send the invitation again, or delete it, in Pending Invitations.`,
  },
  duplicate_address: {
    label: msg`Buildings with the same address, written differently`,
    cure: msg`Keep one of the buildings and delete the others, or correct an address.`,
  },
  duplicate_person: {
    label: msg`People with the same name and different e-mail addresses`,
    cure: msg`Delete the account that is not in use.`,
  },
  place_mismatch: {
    label: msg`Postcode, place and canton that contradict each other`,
    cure: msg`Correct the address on the page of the building (Switzerland only).`,
  },
  missing_image: {
    label: msg`Buildings without an image`,
    cure: msg`Choose an image on the page of the building.`,
  },
  several_owners: {
    label: msg`Apartments with several owners at the same time`,
    cure: msg`Mark owners who share the apartment, or enter the last day of those who have left.`,
  },
  several_renters: {
    label: msg`Apartments with several renters at the same time`,
    cure: msg`Mark renters who share the apartment, or enter the last day of those who have left.`,
  },
  unreported_move: {
    label: msg`Moves of the last 14 days that are not reported to the commune`,
    cure: msg`Report the moves, then enter the day here. The print view has what communes ask for.`,
  },
  coming_move: {
    label: msg`Moves in the next 14 days`,
    cure: msg`The print view has what communes ask for.`,
  },
  coming_vacancy: {
    label: msg`Apartments that become vacant in the next 14 days`,
    cure: msg`Let somebody move in, or invite an owner or a renter to the apartment.`,
  },
};

/** True for a kind in which dismissing means that people of one role share the apartment. */
export function isSharing(kind: FindingKind): boolean {
  return kind === 'several_owners' || kind === 'several_renters';
}

/** True for findings about moves, which can be printed. */
export function isMove(kind: FindingKind): boolean {
  return kind === 'unreported_move' || kind === 'coming_move';
}

function dayOrText(value: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? formatDateOnly(value) : value;
}

const STATES = Object.values(STATE_LABELS).map((label) => ({ label, pattern: patternOf(label) }));

/** A finding's state in the reader's language; other texts are returned unchanged. */
export function stateText(state: string): string {
  for (const { label, pattern } of STATES) {
    const values = pattern.exec(state)?.slice(1);
    if (values) return fill(translate(label), values.map(dayOrText));
  }
  return state;
}
