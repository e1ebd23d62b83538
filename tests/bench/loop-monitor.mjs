// Loaded into the measured server: reports pauses of the event loop and CPU time to its parent.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 2;
const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delays.enable();
let cpu = process.cpuUsage();
process.on('message', (question) => {
  if (question === 'reset') {
    delays.reset();
    cpu = process.cpuUsage();
  } else if (question === 'read') {
    const { user, system } = process.cpuUsage(cpu);
    process.send?.({ pauseMs: delays.max / 1e6, cpuMs: (user + system) / 1e3 });
  }
});
process.channel?.unref();
