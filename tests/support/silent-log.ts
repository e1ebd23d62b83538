import type { Log } from '~/platform/log';

/** A log for tests that do not read it. */
export const silentLog: Log = { info() {}, warn() {}, error() {} };
