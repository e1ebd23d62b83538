import { useEffect, useRef, useState } from 'react';
import { toast } from '~/components/feedback/toast';
import type { ExportProgress } from '~/contract/export';
import type { ExportRequest } from '~/contract/export-schemas';
import { exportList } from '~/data/export/export-list';
import { formatCount } from '~/lib/format';
import { t } from '~/lib/texts';

const NOTHING_YET: ExportProgress = { rows: 0, total: null };

/** One export at a time; it is cancelled when its dialog closes. `progress` is null while none is running. */
export function useExport(onDone: () => void) {
  const [progress, setProgress] = useState<ExportProgress | null>(null);
  const [error, setError] = useState<unknown>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function exportNow(request: ExportRequest): Promise<void> {
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    setError(null);
    setProgress(NOTHING_YET);
    try {
      const rows = await exportList(request, { signal, onProgress: setProgress });
      toast.success(t`Exported ${formatCount(rows, 'row', 'rows')}`);
      onDone();
    } catch (cause) {
      if (signal.aborted) return;
      setError(cause);
      setProgress(null);
    }
  }

  return { run: (request: ExportRequest) => void exportNow(request), progress, error };
}
