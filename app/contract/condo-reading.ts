import { readId, readNumber, readText, type Fields } from './reading';

/** A building as the panel holds it: every field may be missing in an external API's answer. */
export interface Condo {
  id: number | null;
  name: string | null;
  address: string | null;
  city: string | null;
  state: string | null;
  zip_code: string | null;
  country: string | null;
  website: string | null;
  description: string | null;
  date_built: string | null;
  number_of_units: number | null;
  image_url: string | null;
  flag_url: string | null;
  country_flag_url: string | null;
  created_at: string | null;
}

/** Reads one building of an answer. */
export function readCondo(fields: Fields): Condo {
  return {
    id: readId(fields.id),
    name: readText(fields.name),
    address: readText(fields.address),
    city: readText(fields.city),
    state: readText(fields.state),
    zip_code: readText(fields.zip_code),
    country: readText(fields.country),
    website: readText(fields.website),
    description: readText(fields.description),
    date_built: readText(fields.date_built),
    number_of_units: readNumber(fields.number_of_units),
    image_url: readText(fields.image_url),
    flag_url: readText(fields.flag_url),
    country_flag_url: readText(fields.country_flag_url),
    created_at: readText(fields.created_at),
  };
}
