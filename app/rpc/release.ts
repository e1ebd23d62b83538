/** Version from package.json and commit of the build; the build fills both in (scripts/release.ts). */
export const VERSION = String(import.meta.env.RELEASE_VERSION ?? 'unknown');
export const COMMIT = String(import.meta.env.RELEASE_COMMIT ?? 'unknown');
