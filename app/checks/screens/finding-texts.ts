import { STATE_LABELS, type FindingKind } from '~/checks/schema';
import { patternOf } from '~/language/template-pattern';
import { fill, msg, translate } from '~/language/texts';

/** Texts of findings (docs/behaviour/portfolio-check.md): label of the count, remedy above the list. */
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
};

const STATES = Object.values(STATE_LABELS).map((label) => ({ label, pattern: patternOf(label) }));

/** A finding's state in the reader's language; other texts are returned unchanged. */
export function stateText(state: string): string {
  for (const { label, pattern } of STATES) {
    const values = pattern.exec(state)?.slice(1);
    if (values) return fill(translate(label), values);
  }
  return state;
}
