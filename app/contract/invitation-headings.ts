import type { invitationFields } from './invitation-fields';
import { CONDO_ALIASES, type ImportHeadings } from './import-heading';

export const invitationHeadings: ImportHeadings<typeof invitationFields> = {
  email: {
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
  role: {
    note: 'building_manager, owner or renter.',
    aliases: ['Rolle', 'Benutzerrolle', 'Funktion', 'Rôle', 'Fonction', 'Ruolo', 'Funzione'],
    example: 'renter',
    synonyms: {
      building_manager: [
        'Manager',
        'Verwalter',
        'Verwaltung',
        'Hausverwalter',
        'Gérant',
        'Gérance',
        'Amministratore',
        'Gestore',
      ],
      owner: [
        'Eigentümer',
        'Eigentümerin',
        'Stockwerkeigentümer',
        'Propriétaire',
        'Proprietario',
        'Proprietaria',
      ],
      renter: ['Tenant', 'Mieter', 'Mieterin', 'Locataire', 'Inquilino', 'Inquilina', 'Locatario'],
    },
  },
  condo_id: {
    note: "The building's id, or its exact name where no other building has it.",
    aliases: CONDO_ALIASES,
    example: 1,
  },
  apartment_id: {
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
};
