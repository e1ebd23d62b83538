import { z } from './zod';

/** The tag of a language: "de-CH". One without a catalogue is shown as English. */
export const languageTag = z
  .string({ error: 'Please select a valid language' })
  .regex(/^[a-z]{2,3}(-[A-Z]{2})?$/, 'Please select a valid language')
  .meta({ description: 'Tag of a language, such as de-CH', example: 'de-CH' });
