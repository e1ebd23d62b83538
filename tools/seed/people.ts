import type { Random } from './random';

const FIRST_NAMES = [
  'Anna',
  'Lukas',
  'Léa',
  'Matteo',
  'Sophie',
  'Noah',
  'Chiara',
  'Jonas',
  'Élodie',
  'Luca',
  'Mia',
  'Leon',
  'Camille',
  'Gabriel',
  'Lara',
  'Nils',
  'Zoé',
  'Andrea',
  'Nina',
  'Reto',
  'Ursina',
  'Beat',
  'Ruth',
  'Urs',
  'Heidi',
  'Jürg',
  'Françoise',
  'Pascal',
  'Chantal',
  'Yves',
  'Giulia',
  'Fabio',
  'Elena',
  'Davide',
  'Alina',
  'Severin',
  'Livia',
  'Florin',
  'Selina',
  'Thierry',
  'Delphine',
  'Marco',
  'Claudia',
  'Stefan',
  'Regula',
  'Hans',
  'Vreni',
  'Aylin',
  'Dejan',
  'Arta',
  'Tiago',
  'Mariana',
  'Søren',
  'Ágnes',
] as const;

const LAST_NAMES = [
  'Müller',
  'Meier',
  'Schmid',
  'Keller',
  'Weber',
  'Huber',
  'Schneider',
  'Meyer',
  'Steiner',
  'Fischer',
  'Gerber',
  'Brunner',
  'Baumann',
  'Frei',
  'Zimmermann',
  'Moser',
  'Widmer',
  'Wyss',
  'Graf',
  'Roth',
  'Favre',
  'Rochat',
  'Jaquier',
  'Dubois',
  'Perrin',
  'Chevalley',
  'Bernasconi',
  'Rossi',
  'Ferrari',
  'Pedrazzini',
  'Lombardi',
  'Caduff',
  'Camenisch',
  'Bühler',
  'Lüthi',
  'Aebischer',
  'von Allmen',
  'Zürcher',
  'Gasser',
  'Kunz',
  'Suter',
  'Bieri',
  'Egli',
  'Ammann',
  'Hofstetter',
  'Krasniqi',
  'Jovanović',
  'Yılmaz',
  'da Silva',
  'O’Connor',
] as const;

const MAIL_DOMAINS = ['example.com', 'example.org', 'example.net'] as const;

export interface Person {
  first_name: string;
  last_name: string;
  email: string;
}

/** A source of people whose addresses are all different. The domains are reserved: no mail can reach anyone. */
export function createPeople(random: Random): () => Person {
  const taken = new Map<string, number>();
  return () => {
    const first_name = random.pick(FIRST_NAMES);
    const last_name = random.pick(LAST_NAMES);
    const local = `${toAscii(first_name)}.${toAscii(last_name)}`;
    const count = (taken.get(local) ?? 0) + 1;
    taken.set(local, count);
    const email = `${local}${count === 1 ? '' : count}@${random.pick(MAIL_DOMAINS)}`;
    return { first_name, last_name, email };
  };
}

function toAscii(name: string): string {
  return name
    .replace(/ü/gi, 'ue')
    .replace(/ö/gi, 'oe')
    .replace(/ä/gi, 'ae')
    .replace(/ı/g, 'i')
    .replace(/ø/g, 'o')
    .normalize('NFD')
    .replace(/[^a-z]/gi, '')
    .toLowerCase();
}
