import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const OURS = fileURLToPath(new URL('../app/components/ui/create-icon.tsx', import.meta.url));

/**
 * Gives lucide's icons a component of ours: its own has sizes, colours and contexts that the panel doesn't use, 2 kB in the first
 * download. The drawings stay lucide's.
 */
export function plainIconsPlugin(): Plugin {
  let found = false;
  return {
    name: 'plain-icons',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      if (!source.endsWith('/createLucideIcon.mjs') || !importer?.includes('/icons/')) return;
      found = true;
      return OURS;
    },
    buildEnd(error) {
      if (!error && !found && this.environment.name === 'client')
        this.error('lucide-react no longer has the module that this plugin replaces');
    },
  };
}
