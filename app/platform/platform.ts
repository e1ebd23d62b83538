const PRESET = String(import.meta.preset);

/** A long-running server, not a function platform: nitro's Node presets, development and tests. */
export const IS_OWN_SERVER = /^(node|nitro-dev|undefined)/.test(PRESET);

/** Cloudflare's runtime: there is no process to measure or stop, and nothing may run outside of a request. */
export const IS_WORKER = PRESET.startsWith('cloudflare');
