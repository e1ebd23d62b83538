import { useEffect, useState } from 'react';

/** How often Back or Forward were used: a change that Back undoes before it was rendered leaves the rendered address as it was. */
export function useHistoryMoves(): number {
  const [moves, setMoves] = useState(0);
  useEffect(() => {
    const count = () => setMoves((before) => before + 1);
    window.addEventListener('popstate', count);
    return () => window.removeEventListener('popstate', count);
  }, []);
  return moves;
}
