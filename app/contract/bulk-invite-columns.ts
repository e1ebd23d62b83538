import { CONDO_ALIASES } from './bulk-apartment-columns';
import type { BulkColumn } from './bulk-column';

/** Columns of the import of user invitations. */
export const INVITE_COLUMNS: readonly BulkColumn[] = [
  {
    field: 'email',
    kind: 'text',
    required: true,
    label: 'Email Address',
    note: 'E-mail address of the person.',
    aliases: [
      'Mail',
      'E-mail',
      'E-Mail-Adresse',
      'Mailadresse',
      'Courriel',
      'Adresse e-mail',
      'Adresse électronique',
      'Indirizzo e-mail',
      'Posta elettronica',
    ],
    example: 'anna.muster@example.com',
  },
  {
    field: 'role',
    kind: 'role',
    required: true,
    label: 'User Role',
    note: 'building_manager, owner or renter.',
    aliases: ['Rolle', 'Benutzerrolle', 'Funktion', 'Rôle', 'Fonction', 'Ruolo', 'Funzione'],
    example: 'renter',
  },
  {
    field: 'condo_id',
    kind: 'condo',
    required: true,
    label: 'Building',
    note: "The building's id, or its exact name where no other building has it.",
    aliases: CONDO_ALIASES,
    example: 1,
  },
  {
    field: 'apartment_id',
    kind: 'apartment',
    required: false,
    label: 'Apartment',
    note: "The apartment's id, or its number in that building where it holds more than digits. Required for every role except building_manager.",
    aliases: [
      'Apartment',
      'Unit',
      'Apartment number',
      'Unit number',
      'Wohnung',
      'Wohnungsnummer',
      'Appartement',
      "Numéro d'appartement",
      'Logement',
      'Appartamento',
      'Numero appartamento',
    ],
    example: 1,
  },
];
