import { copyText } from '~/kit/selection/copy-text';
import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '~/kit/ui/button';
import { t } from '~/language/texts';

interface ShownOnceProps {
  title: string;
  /** Text that "Copy" copies, and its toasts. */
  text: string;
  toasts: { copied: string; failed: string };
  /** Buttons between "Copy" and the last one. */
  actions?: ReactNode;
  doneLabel: string;
  onDone: () => void;
  children: ReactNode;
}

/**
 * Shows a secret that is never shown again. Its heading takes the focus. The last button says that it was
 * saved.
 */
export function ShownOnce(props: ShownOnceProps) {
  const { title, text, toasts, actions, doneLabel, onDone, children } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid gap-4">
      <h3 ref={heading} tabIndex={-1} className="font-semibold focus:outline-none">
        {title}
      </h3>
      {children}
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => void copyText(text, toasts)}>
          {t`Copy`}
        </Button>
        {actions}
        <Button onClick={onDone}>{doneLabel}</Button>
      </div>
    </div>
  );
}
