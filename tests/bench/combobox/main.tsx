import { useCombobox } from 'downshift';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { searchText } from '~/contract/search-text';
import { Combobox } from '~/components/ui/combobox';
import type { ComboboxOption } from '~/components/ui/combobox-list';
// Without them the list has no height, and every row is in sight.
import '~/styles.css';

/** The page of combobox.bench.ts: `?kind=ours|downshift|plain&options=10000`. */
const params = new URLSearchParams(location.search);
const OPTIONS: readonly ComboboxOption<number>[] = Array.from(
  { length: Number(params.get('options')) },
  (_, id) => ({ value: id, label: `Résidence ${id} du Lac`, description: `Rue ${id}, Genève` }),
);
const KEYS = OPTIONS.map(({ label }) => searchText(label));

function Ours() {
  const [value, setValue] = useState<number>();
  return (
    <Combobox
      control={{ id: 'field' }}
      labelId="label"
      options={OPTIONS}
      value={value}
      onChange={setValue}
    />
  );
}

/** What the library gives by itself: its keys and ARIA, and a list that renders every hit. */
function Downshift() {
  const [items, setItems] = useState(OPTIONS);
  const { getInputProps, getMenuProps, getItemProps, highlightedIndex, isOpen } = useCombobox({
    items: [...items],
    itemToString: (item) => item?.label ?? '',
    onInputValueChange: ({ inputValue }) => {
      const wanted = searchText(inputValue);
      setItems(OPTIONS.filter((_, index) => KEYS[index]?.includes(wanted)));
    },
  });
  return (
    <>
      <input {...getInputProps()} />
      <ul {...getMenuProps()} style={{ maxHeight: 288, overflowY: 'auto' }}>
        {isOpen &&
          items.map((item, index) => (
            <li
              key={item.value}
              {...getItemProps({ item, index })}
              style={{ height: 40, background: index === highlightedIndex ? '#eee' : undefined }}
            >
              {item.label} {item.description}
            </li>
          ))}
      </ul>
    </>
  );
}

/** Without a framework: a list of every hit, made again for each letter. */
function openPlainList(root: HTMLElement): void {
  const input = document.createElement('input');
  input.setAttribute('role', 'combobox');
  const list = document.createElement('div');
  list.style.cssText = 'max-height: 288px; overflow-y: auto';
  const show = () => {
    const wanted = searchText(input.value);
    const rows = OPTIONS.filter((_, index) => KEYS[index]?.includes(wanted)).map(
      ({ label, description }) => {
        const row = document.createElement('div');
        row.setAttribute('role', 'option');
        row.style.height = '40px';
        row.textContent = `${label} ${description}`;
        return row;
      },
    );
    list.replaceChildren(...rows);
  };
  input.addEventListener('click', show);
  input.addEventListener('input', show);
  root.append(input, list);
}

const root = document.getElementById('root');
if (!root) throw new Error('There is no root');
const kind = params.get('kind');
if (kind === 'plain') openPlainList(root);
else createRoot(root).render(kind === 'ours' ? <Ours /> : <Downshift />);
