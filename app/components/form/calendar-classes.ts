/** The calendar's classes by the library's element names; the library's stylesheet is not used. */
export const CALENDAR_CLASSES = {
  root: 'tabular-nums',
  month: 'grid grid-cols-[auto_1fr_auto] items-center gap-y-2',
  month_caption: 'flex justify-center',
  dropdowns: 'flex gap-1.5',
  dropdown: 'h-8 cursor-pointer rounded-md bg-surface px-1.5 font-medium hover:bg-sunken',
  caption_label: 'hidden',
  button_previous:
    'grid size-8 place-items-center rounded-md hover:bg-sunken aria-disabled:opacity-40',
  button_next: 'grid size-8 place-items-center rounded-md hover:bg-sunken aria-disabled:opacity-40',
  chevron: 'size-4 fill-current',
  month_grid: 'col-span-3 border-collapse',
  weekday: 'size-9 text-xs font-medium text-muted',
  day: 'group/day p-0 text-center',
  day_button:
    'grid size-9 place-items-center rounded-md hover:bg-sunken group-aria-selected/day:bg-accent group-aria-selected/day:text-on-accent forced-colors:group-aria-selected/day:outline-2',
  today: 'font-semibold text-accent-text',
  outside: 'text-muted',
  disabled: 'opacity-40',
  hidden: 'invisible',
} as const;
