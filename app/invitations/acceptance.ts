import { knownPasswordSchema } from '~/accounts/account';
import { emailAddress, requiredText } from '~/fields/field';
import { linkTokenQuerySchema, linkTokenSchema, newPasswordSchema } from '~/accounts/new-password';
import { z } from '~/fields/zod';

/** Accepting an invitation (docs/behaviour/accept.md). */
export const acceptFormSchema = z.object({
  first_name: requiredText('First name'),
  last_name: requiredText('Last name'),
  password: newPasswordSchema,
});

export const acceptPayloadSchema = acceptFormSchema
  .extend({ token: linkTokenSchema })
  .meta({ id: 'AcceptPayload' });

/** Accepting with an existing account: its password proves the ownership; names do not change. */
export const acceptExistingFormSchema = z.object({
  password: knownPasswordSchema,
});

/**
 * Body of POST /invitations/accept for an address that already has an account (`has_account` of the
 * preview). Without an account the body is AcceptPayload. A wrong password is a 422, since a 401 would end
 * the session of an administrator in the same browser.
 */
export const acceptExistingPayloadSchema = acceptExistingFormSchema
  .extend({ token: linkTokenSchema })
  .meta({ id: 'AcceptExistingPayload' });

export const acceptAddressFormSchema = z.object({ email: emailAddress });

/** Body of POST /invitations/accept/address. If `asks_address` is true, this address gets a link. */
export const acceptAddressPayloadSchema = acceptAddressFormSchema
  .extend({ token: linkTokenSchema })
  .meta({ id: 'AcceptAddressPayload' });

export const acceptPreviewSchema = z
  .object({
    email: z.string(),
    role: z.string(),
    /** Null for an invitation to become a super administrator. */
    condo_name: z.string().nullable(),
    apartment_number: z.string().nullable(),
    /**
     * True if the person has no e-mail address yet. A letter's code accepts nothing until an address is
     * confirmed.
     */
    asks_address: z.boolean(),
    has_account: z.boolean(),
    /** True if the account has no password, so that only the provider signs in to it. */
    by_provider_alone: z.boolean(),
  })
  .meta({ id: 'AcceptPreview' });
export type AcceptPreview = z.infer<typeof acceptPreviewSchema>;

/** The token of a link, in exchange for the code of a letter. */
export const acceptCodeAnswerSchema = linkTokenQuerySchema.meta({ id: 'AcceptCodeAnswer' });
