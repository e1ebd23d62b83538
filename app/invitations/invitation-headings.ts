import type { invitationFields } from './invitation-fields';
import { APARTMENT_NAMES, CONDO_HEADING, type ImportHeadings } from '~/imports/import-heading';

export const invitationHeadings: ImportHeadings<typeof invitationFields> = {
  email: {
    note: 'E-mail address of the person.',
    aliases: [
      'Mail',
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
    aliases: ['Rolle', 'Benutzerrolle', 'Funktion', 'Fonction', 'Ruolo', 'Funzione'],
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
  condo_id: CONDO_HEADING,
  apartment_id: {
    note: "The apartment's id, or its number in that building where it holds more than digits. Required for every role except building_manager.",
    aliases: APARTMENT_NAMES,
    example: 1,
  },
};
