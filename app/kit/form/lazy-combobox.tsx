import { useEffect, useReducer, useState } from 'react';
import { lazyPart } from '~/kit/feedback/lazy-part';
import type * as combobox from './combobox';
import { ComboboxControl, type ComboboxProps, type EarlyUse } from './combobox-control';

type Code = typeof combobox;

/**
 * Makes a combobox whose code loads when the pointer or the focus reaches it. Until then a plain input with
 * the same button is shown. Early typing and clicks take effect once the code has loaded, unless the input
 * loses the focus before.
 */
export function lazyCombobox(load: () => Promise<Code>) {
  let code: Code | null = null;
  const CodePart = lazyPart(async () => (code = await load()));

  return function LazyCombobox<T>(props: ComboboxProps<T>) {
    const { control, labelId, options, value, unknownLabel = '', onIntent } = props;
    const [isLoaded, setLoaded] = useReducer(() => true, code !== null);
    const [isNeeded, setNeeded] = useState(false);
    const [early, setEarly] = useState<EarlyUse>({});
    /** While an input method composes, replacing the input would lose its text. */
    const [isComposing, setComposing] = useState(false);
    if (code && isLoaded && !isComposing) return <code.Combobox {...props} early={early} />;
    const name = options.find((option) => option.value === value)?.label ?? unknownLabel;
    const change = (next: EarlyUse) => setEarly((before) => ({ ...before, ...next }));
    const open = () => change({ isFocused: true, isOpen: true });
    const need = () => setNeeded(true);
    return (
      <div
        onPointerEnter={need}
        onFocus={need}
        // On pointerdown: the click would be lost if the code replaces the button before pointerup.
        onPointerDown={({ button }) => button === 0 && open()}
      >
        <ComboboxControl
          input={{
            id: control.id,
            role: 'combobox',
            'aria-autocomplete': 'list',
            'aria-expanded': false,
            'aria-labelledby': labelId,
            autoComplete: 'off',
            value: early.typed ?? name,
            onFocus(event) {
              onIntent?.();
              event.currentTarget.select();
              change({ isFocused: true });
            },
            onBlur: () => setEarly({}),
            onChange({ currentTarget }) {
              change({ typed: currentTarget.value, isOpen: true, isAwaited: false });
            },
            onCompositionStart: () => setComposing(true),
            onCompositionEnd: () => setComposing(false),
            onKeyDown(event) {
              const { key, nativeEvent } = event;
              if (nativeEvent.isComposing) return;
              if (key === 'ArrowDown' || key === 'ArrowUp') open();
              else if (key === 'Enter' && early.typed) change({ isAwaited: true });
              else if (key === 'Escape') change({ typed: null, isOpen: false, isAwaited: false });
              else return;
              event.preventDefault();
            },
          }}
          toggle={{ 'aria-describedby': labelId, tabIndex: -1, onClick: open }}
        />
        <CodePart open={isNeeded}>{() => <Loaded onLoaded={setLoaded} />}</CodePart>
      </div>
    );
  };
}

function Loaded({ onLoaded }: { onLoaded: () => void }) {
  useEffect(onLoaded, [onLoaded]);
  return null;
}
