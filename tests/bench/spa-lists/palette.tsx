import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { searchText } from '~/fields/search-text';
import { condosQuery } from './queries';

const MOST_HITS = 20;

/** Ctrl+K opens a search of the buildings by name, in the list that is loaded. */
export function Palette() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isOpener = event.ctrlKey && event.key === 'k';
      if (isOpener) event.preventDefault();
      if (isOpener || event.key === 'Escape') setOpen(isOpener);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  return isOpen && <Search />;
}

function Search() {
  const [typed, setTyped] = useState('');
  const { data: condos = [] } = useQuery(condosQuery);
  const key = searchText(typed);
  const hits = condos.filter(({ name }) => key !== '' && searchText(name ?? '').includes(key));
  return (
    <dialog open style={{ position: 'fixed', top: 0 }}>
      <input
        autoFocus
        aria-label="Search everything"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {hits.slice(0, MOST_HITS).map(({ id, name }) => (
        <div key={id} role="option" aria-selected={false} tabIndex={-1}>
          {name}
        </div>
      ))}
    </dialog>
  );
}
