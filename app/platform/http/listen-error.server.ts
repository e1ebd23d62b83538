import { errorCode } from '../file-errors.server';
import { SettingsError } from '../settings.server';

interface Listening {
  host: string;
  port: number;
  setting: 'PORT' | 'METRICS_PORT';
}

/** Why a server cannot listen, as an error of the settings; any other error as it is. */
export function toListenError(error: unknown, { host, port, setting }: Listening): unknown {
  switch (errorCode(error) ?? '') {
    case 'EADDRINUSE':
      return new SettingsError(`${setting} ${port} is in use by another program on ${host}`);
    case 'EACCES':
      return new SettingsError(`${setting} ${port} may not be used by this user`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return new SettingsError(`HOST ${host} is no address of this machine`);
    default:
      return error;
  }
}
