import { useState } from 'react';
import type { Edits } from './bulk-files';

interface Steps {
  past: readonly Edits[];
  edits: Edits;
  future: readonly Edits[];
}

const NO_STEPS: Steps = { past: [], edits: new Map(), future: [] };

/** What was typed over invalid rows, step by step: a cell or a pasted block is one step. */
export function useEdits() {
  const [steps, setSteps] = useState(NO_STEPS);
  const { past, edits, future } = steps;
  const last = past.at(-1);
  const [next, ...later] = future;
  return {
    edits,
    apply: (changed: Edits) => {
      if (changed !== edits) setSteps({ past: [...past, edits], edits: changed, future: [] });
    },
    undo: () => {
      if (last) setSteps({ past: past.slice(0, -1), edits: last, future: [edits, ...future] });
    },
    redo: () => {
      if (next) setSteps({ past: [...past, edits], edits: next, future: later });
    },
    clear: () => setSteps(NO_STEPS),
  };
}
