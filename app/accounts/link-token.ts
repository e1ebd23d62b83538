import { z } from '~/fields/zod';

const INVALID_LINK = 'This link is not valid';

export const linkTokenSchema = z.string().min(20, INVALID_LINK).max(200, INVALID_LINK);

export const linkTokenQuerySchema = z.object({ token: linkTokenSchema });
