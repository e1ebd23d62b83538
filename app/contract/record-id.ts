import { z } from './zod';

export const ID_MESSAGE = 'Id must be a positive whole number';

/** The record that a call is about; part of the path on the wire. The API knows how large its ids are. */
export const recordIdSchema = z.object({ id: z.int({ error: ID_MESSAGE }).positive(ID_MESSAGE) });
