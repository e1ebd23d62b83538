/** Business constants and limits (docs/behaviour/limits.md). Units are in the names. */

export const IMAGE_LIMIT_BYTES = 5 * 1024 * 1024;
export const IMAGE_TYPES = ['image/jpeg', 'image/jpg', 'image/png', 'image/webp'] as const;
export const IMAGE_EXTENSIONS = ['.jpg', '.jpeg', '.png', '.webp'] as const;

/** Longest body of a call that needs no token, in bytes. */
export const PUBLIC_BODY_LIMIT_BYTES = 16 * 1024;

export const USERS_PAGE_SIZE = 10;
export const USERS_PAGE_SIZE_MAX = 100;
/** The page sizes that the list of users offers. */
export const USERS_PAGE_SIZES = [USERS_PAGE_SIZE, 25, 50, USERS_PAGE_SIZE_MAX] as const;

export const SHORT_TEXT_LIMIT_CHARS = 255;
export const LONG_TEXT_LIMIT_CHARS = 10_000;
export const PHONE_LIMIT_CHARS = 64;
export const URL_LIMIT_CHARS = 2_048;

/** Largest value of a PostgreSQL integer column; ids and counts stay below it. */
export const INTEGER_MAX = 2_147_483_647;

export const PASSWORD_MIN_CHARS = 12;
export const PASSWORD_MAX_CHARS = 256;

/** Number of letters per call. Hashing their codes takes time. */
export const LETTERS_AT_ONCE = 500;
