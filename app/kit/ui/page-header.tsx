import type { ReactNode } from 'react';

interface PageHeaderProps {
  title: ReactNode;
  /** A line below the title; may contain links. */
  description?: ReactNode;
  actions?: ReactNode;
}

export function PageHeader({ title, description, actions }: PageHeaderProps) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        {/* Focusable, as navigations end here (page-focus.tsx). As high as the buttons, which may be
            missing. */}
        <h1
          tabIndex={-1}
          className="py-0.5 text-title font-semibold wrap-break-word focus:outline-none"
        >
          {title}
        </h1>
        {description && <div className="mt-1 wrap-break-word text-muted">{description}</div>}
      </div>
      {actions && (
        // Also offered by the palette.
        <div data-palette className="flex flex-wrap gap-2 max-sm:*:px-3.5 sm:gap-3 print:hidden">
          {actions}
        </div>
      )}
    </div>
  );
}
