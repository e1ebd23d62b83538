import { listOf, type Random } from './random';

const FIRST_NAMES = listOf(`
  Anna, Léa, Chiara, Élodie, Mia, Zoé, Nina, Reto, Ursina, Urs, Heidi, Jürg, Françoise, Chantal,
  Fabio, Elena, Severin, Florin, Delphine, Claudia, Regula, Vreni, Aylin, Arta, Mariana, Søren,
  Ágnes`);

const LAST_NAMES = listOf(`
  Müller, Schmid, Keller, Weber, Brunner, Zimmermann, Wyss, Favre, Dubois, Chevalley,
  Bernasconi, Pedrazzini, Caduff, Bühler, Lüthi, von Allmen, Zürcher, Bieri, Hofstetter,
  Krasniqi, Jovanović, Yılmaz, da Silva, O’Connor`);

const MAIL_DOMAINS = ['example.com', 'example.org', 'example.net'] as const;

export interface Person {
  first_name: string;
  last_name: string;
  email: string;
}

/** Creates people with distinct addresses. Their domains are reserved, so no mail can reach anyone. */
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
