const PRESET = String(import.meta.preset);

/**
 * True for a long-running server, which is no function platform: nitro's Node presets, development and
 * tests.
 */
export const IS_OWN_SERVER = /^(node|nitro-dev|undefined)/.test(PRESET);

/**
 * True for Cloudflare's runtime. It has no process to measure or stop, and nothing may run outside of a
 * request.
 */
export const IS_WORKER = PRESET.startsWith('cloudflare');
