import { Link } from '@tanstack/react-router';

/** The logo: a façade with its windows, in Swiss red. */
export function Mark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden className="size-7 shrink-0 text-brand">
      <rect width="24" height="24" rx="4" fill="currentColor" />
      <path
        fill="#fff"
        d="M6 6h4.5v4.5H6zM13.5 6H18v4.5h-4.5zM6 13.5h4.5V18H6zM13.5 13.5H18V18h-4.5z"
      />
    </svg>
  );
}

export function Brand() {
  return (
    <Link
      to="/dashboard"
      className="flex min-h-10 shrink-0 items-center gap-2.5 rounded-md text-ink"
    >
      <Mark />
      <span className="text-lg font-semibold tracking-tight max-sm:sr-only">Condo Admin</span>
    </Link>
  );
}
