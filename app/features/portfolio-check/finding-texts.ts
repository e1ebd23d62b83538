import type { FindingKind } from '~/contract/portfolio-check';

interface FindingText {
  /** The label of the count. */
  label: string;
  /** The remedy, for the head of its list. */
  cure: string;
}

/** The words of the findings (docs/behaviour.md, "Portfolio check"). */
export const FINDING_TEXTS: Readonly<Record<FindingKind, FindingText>> = {
  unit_count: {
    label: 'Declared units differ from apartments entered',
    cure: 'Add the missing apartments to the building, or correct its number of units.',
  },
  empty_apartment: {
    label: 'Apartments without a resident',
    cure: 'Invite an owner or a renter to the apartment.',
  },
  building_without_manager: {
    label: 'Buildings without a manager',
    cure: 'Invite a building manager.',
  },
  person_without_association: {
    label: 'People without an association',
    cure: 'Invite the person to a building or an apartment, or delete the user.',
  },
  open_invitation: {
    label: 'Invitations that failed, expired or are older than 14 days',
    cure: 'Send the invitation again, or delete it, in Pending Invitations.',
  },
  duplicate_address: {
    label: 'Buildings with the same address, written differently',
    cure: 'Keep one of the buildings and delete the others, or correct an address.',
  },
  duplicate_person: {
    label: 'People with the same name and different e-mail addresses',
    cure: 'Delete the account that is not in use.',
  },
  place_mismatch: {
    label: 'Postcode, place and canton that contradict each other',
    cure: 'Correct the address on the page of the building (Switzerland only).',
  },
  missing_image: {
    label: 'Buildings without an image',
    cure: 'Choose an image on the page of the building.',
  },
};
