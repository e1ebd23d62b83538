import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn';

export function Card({ className, ...props }: ComponentProps<'section'>) {
  return (
    <section
      className={cn('rounded-lg border border-line bg-surface shadow-card', className)}
      {...props}
    />
  );
}

/** The content of a card. A table inside fills the card's width and has no border. */
export function CardContent({ className, ...props }: ComponentProps<'div'>) {
  return <div data-card="" className={cn('px-5 pt-4 pb-5', className)} {...props} />;
}

export function CardFooter({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      className={cn('flex flex-wrap items-center gap-3 border-t border-line px-5 py-4', className)}
      {...props}
    />
  );
}

interface TitledCardProps extends Omit<ComponentProps<'section'>, 'title'> {
  title: ReactNode;
  actions?: ReactNode;
  footer?: ReactNode;
  contentClassName?: string;
}

/** A card that is a landmark, named by its title. */
export function NamedCard({ title, ...props }: TitledCardProps & { title: string }) {
  return <TitledCard aria-label={title} title={title} {...props} />;
}

export function TitledCard(props: TitledCardProps) {
  const { title, actions, footer, contentClassName, children, ...card } = props;
  return (
    <Card {...card}>
      <div className="flex min-h-12 pointer-coarse:min-h-15 flex-wrap items-center justify-between gap-3 px-5 pt-4">
        <h2 className="text-lg font-semibold wrap-anywhere">{title}</h2>
        {actions}
      </div>
      <CardContent className={contentClassName}>{children}</CardContent>
      {footer}
    </Card>
  );
}

interface PageHeaderProps {
  title: ReactNode;
  /** A line below the title; may contain links. */
  description?: ReactNode;
  actions?: ReactNode;
}

export function PageHeader({ title, description, actions }: PageHeaderProps) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 grow">
        {/* The heading is focusable, since navigations end here (page-focus.tsx). It is as high as the
            buttons, which may be missing. */}
        <h1
          tabIndex={-1}
          className="py-0.5 text-title font-semibold wrap-break-word focus:outline-none"
        >
          {title}
        </h1>
        {description && (
          // A long one wraps beside the buttons, and does not move them below it.
          <div className="mt-1 wrap-break-word text-muted sm:w-0 sm:min-w-full">{description}</div>
        )}
      </div>
      {actions && (
        // The palette also offers these buttons.
        <div data-palette className="flex flex-wrap gap-2 max-sm:*:px-3.5 sm:gap-3 print:hidden">
          {actions}
        </div>
      )}
    </div>
  );
}

interface FactProps extends ComponentProps<'div'> {
  label: string;
}

/**
 * A label with its value. With translate="no" the value is a number or code, which the browser's
 * translation must leave alone.
 */
export function Fact({ label, className, translate, children }: FactProps) {
  return (
    <div className={cn('min-w-0', className)}>
      <dt className="text-sm text-muted">{label}</dt>
      <dd translate={translate} className="wrap-anywhere">
        {children}
      </dd>
    </div>
  );
}
