import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { field, type OpenedScreen } from '../../support/on-screen';

/** A building as an API answers it. */
export const CONDO = {
  id: 7,
  name: 'Seestrasse 7',
  address: 'Seestrasse 7\n8002 Zürich',
  city: 'Zürich',
  state: 'ZH',
  zip_code: '01003',
  country: 'Switzerland',
  website: 'https://seestrasse.example.ch',
  description: 'By the lake.',
  date_built: '1974-05-01',
  number_of_units: 12,
  image_url: 'https://cdn.example/house.webp',
  flag_url: 'https://cdn.example/zh.png',
  country_flag_url: null,
  created_at: '2026-03-05T10:20:00Z',
};

export const REQUIRED_FIELDS = {
  'Building Name or First Line of the Address': 'Bahnhofplatz 1',
  Address: 'Bahnhofplatz 1',
  'City/Town/Commune': 'Bern',
  Canton: 'BE',
  'Zip Code': '3011',
  Country: 'Switzerland',
};

export async function fillRequired(user: UserEvent): Promise<void> {
  for (const [label, text] of Object.entries(REQUIRED_FIELDS)) {
    await user.click(field(label));
    await user.paste(text);
  }
}

/** Opens the form on the page of a building, whose code comes after the page. */
export async function openUpdateForm({ press }: OpenedScreen): Promise<void> {
  await press('Update Building Information');
  await screen.findByLabelText('Building Image');
}

export function imageFile(name: string, type: string, sizeBytes = 4): File {
  return new File([new Uint8Array(sizeBytes)], name, { type });
}
