import { NO_CAPABILITIES, readCapabilities, type Capabilities } from './capabilities';
import { getCapabilitiesFn } from './capabilities.functions';

/** What the API offers, asked now; a failed call counts as "no capabilities". */
export async function currentCapabilities(): Promise<Capabilities> {
  try {
    const response = await getCapabilitiesFn();
    return readCapabilities(await response.json());
  } catch {
    return NO_CAPABILITIES;
  }
}
