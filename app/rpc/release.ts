/** Version from package.json and commit. The build fills in both (scripts/release.ts). */
export const VERSION = String(import.meta.env.RELEASE_VERSION ?? 'unknown');
export const COMMIT = String(import.meta.env.RELEASE_COMMIT ?? 'unknown');
