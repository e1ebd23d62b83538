import type { Log } from '~/platform/log';

/** For tests that do not look at the log. */
export const silentLog: Log = { info() {}, warn() {}, error() {} };
