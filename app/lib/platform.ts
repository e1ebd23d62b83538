const PRESET = String(import.meta.preset);

/** A server of our own, not a platform that calls a function: nitro's Node presets, development and tests. */
export const IS_OWN_SERVER = /^(node|nitro-dev|undefined)/.test(PRESET);

/** Cloudflare's runtime: no process to measure or to stop, and nothing may be started outside of a request. */
export const IS_WORKER = PRESET.startsWith('cloudflare');
