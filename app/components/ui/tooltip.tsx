import { useId, type ReactNode } from 'react';
import { cn } from '~/lib/cn';

interface TooltipProps {
  text: string;
  /** Receives the id that the described control names in aria-describedby. */
  children: (describedBy: string) => ReactNode;
  className?: string | undefined;
}

/** A short hint on hover and focus, without any script. Never the only place where something is said. */
export function Tooltip({ text, children, className }: TooltipProps) {
  const id = useId();
  return (
    <span className={cn('group/tip relative inline-flex', className)}>
      {children(id)}
      <span
        id={id}
        role="tooltip"
        className="pointer-events-none invisible absolute bottom-full left-1/2 z-30 mb-1.5 w-max max-w-64 -translate-x-1/2 rounded-sm bg-ink px-2 py-1 text-xs text-canvas opacity-0 transition-opacity delay-200 group-focus-within/tip:visible group-focus-within/tip:opacity-100 group-hover/tip:visible group-hover/tip:opacity-100"
      >
        {text}
      </span>
    </span>
  );
}
