import { useRef, useState, type ComponentType } from 'react';
import { TitledCard } from '~/components/ui/card';
import { RecoveryCodes } from './recovery-codes';

interface FactorCardProps {
  title: string;
  /** A factor is in use and its recovery codes were seen. */
  onSetUp?: (() => void) | undefined;
  content: ComponentType<FactorContentProps>;
}

export interface FactorContentProps {
  /** A change is done; recovery codes that it has brought are shown first. */
  onDone: (codes: string[] | null) => void;
  /** A part that may have had the focus is gone. */
  takeFocus: () => void;
}

/** A card about one's own second factor, which shows new recovery codes in place of its content. */
export function FactorCard({ title, onSetUp, content: Content }: FactorCardProps) {
  const [shownCodes, setShownCodes] = useState<string[] | null>(null);
  const region = useRef<HTMLDivElement>(null);
  const takeFocus = () => region.current?.focus();

  function onDone(codes: string[] | null) {
    setShownCodes(codes);
    if (codes) return;
    takeFocus();
    onSetUp?.();
  }

  return (
    <TitledCard title={title}>
      <div ref={region} tabIndex={-1} className="grid gap-5 focus:outline-none">
        {shownCodes ? (
          <RecoveryCodes codes={shownCodes} onDone={() => onDone(null)} />
        ) : (
          <Content onDone={onDone} takeFocus={takeFocus} />
        )}
      </div>
    </TitledCard>
  );
}
