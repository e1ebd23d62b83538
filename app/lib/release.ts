/** The release that runs, from package.json, and the commit it was built from; the build fills both in (scripts/release.ts). */
export const VERSION = String(import.meta.env.RELEASE_VERSION ?? 'unknown');
export const COMMIT = String(import.meta.env.RELEASE_COMMIT ?? 'unknown');
