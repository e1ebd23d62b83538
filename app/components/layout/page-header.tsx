import type { ReactNode } from 'react';

interface PageHeaderProps {
  title: string;
  /** A secondary line under the title. */
  description?: ReactNode;
  /** Links and buttons at the far end. */
  actions?: ReactNode;
}

/** The heading of a screen and its actions. */
export function PageHeader({ title, description, actions }: PageHeaderProps) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 className="text-title font-semibold wrap-break-word">{title}</h1>
        {description && <p className="mt-1 text-muted">{description}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
    </div>
  );
}
