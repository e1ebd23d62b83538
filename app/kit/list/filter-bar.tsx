import { Fragment, useMemo, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { Button } from '~/kit/ui/button';
import { Card } from '~/kit/ui/card';
import { Input } from '~/kit/ui/input';
import { Select } from '~/kit/ui/select';
import { mapNames } from '~/fields/fields';
import type { Filter } from '~/fields/filters';
import { cn } from '~/kit/ui/cn';
import { formatDateTime, titleCase } from '~/language/format';
import { msg, t, translate } from '~/language/texts';
import { useFilterDraft } from './use-filter-draft';
import { FilterControl, PrintedLine } from './filter-control';

export interface FilterField<Name extends string> {
  name: Name;
  label: string;
  /** Kind of the control, by default a text. */
  kind?: Filter['kind'];
  /** End of a range, which the label names. */
  end?: Filter['end'];
  options?: readonly string[];
  /** Placeholder of a search field, which spans the bar. */
  placeholder?: string;
  /** Id of a datalist with suggested values. */
  list?: string;
  /** Width of the control relative to the others, if they fit into one row. */
  width?: number;
}

/** Fields of a bar that consists of a search field. */
export function searchFields(placeholder: string) {
  return [{ name: 'search', label: msg`Search`, placeholder } as const];
}

interface FilterBarProps<Name extends string> {
  /** Heading of the bar. With a heading the bar can clear all filters. */
  title?: string;
  /** Stable between renders. */
  fields: ReadonlyArray<FilterField<Name>>;
  /** Values, also of other filters than these fields. The same object until the URL changes. */
  values: Record<Name, string>;
  onChange: (values: Record<Name, string>, options: { replace: boolean }) => void;
  /** Called with the current values after each letter. It must be stable between renders. */
  onType?: ((values: Record<Name, string>) => void) | undefined;
  /** Drops values that the URL would drop, such as a year that is still being typed. */
  read?: (values: Record<Name, string>) => Record<Name, string>;
  /** Other filters, after the texts. */
  children?: ReactNode;
  /** Number of the children that have a value. */
  childrenInUse?: number;
  className?: string;
}

/** Sum of widths that fit into one row next to the sidebar. Further filters wrap in the same columns. */
const ROW_WIDTH = 90;

/** Columns of the bar if its fields have widths; undefined if the caller lays them out. */
function columnsOf(
  fields: ReadonlyArray<FilterField<string>>,
): (CSSProperties & Record<'--filter-columns', string>) | undefined {
  const widths = fields.flatMap(({ width }) => width ?? []);
  if (widths.length < fields.length) return undefined;
  let used = 0;
  const row = widths.filter((width) => (used += width) <= ROW_WIDTH);
  return { '--filter-columns': row.map((width) => `${width}fr`).join(' ') };
}

/** Search and filters of a list. Typed text reaches the URL after a pause (useFilterDraft). */
export function FilterBar<Name extends string>(props: FilterBarProps<Name>) {
  const { title, fields, values, onChange, onType, read, children, childrenInUse = 0 } = props;
  const names = useMemo(() => fields.map(({ name }) => name), [fields]);
  const texts = useMemo(() => mapNames(names, (name) => values[name]), [names, values]);
  const draft = useFilterDraft(texts, onChange, onType, read);
  const anyFilled = names.some((name) => draft.values[name] !== '');
  const filters = fields.filter(({ placeholder }) => placeholder === undefined);
  const inUse = filters.filter(({ name }) => draft.values[name] !== '').length + childrenInUse;
  const canFold = filters.length > 0 || Boolean(children);
  const [open, setOpen] = useState(false);
  const [suggesting, setSuggesting] = useState<Name>();
  const form = useRef<HTMLFormElement>(null);
  const columns = columnsOf(fields);
  return (
    <Card className="px-5 pb-3.5 print:border-0 print:px-0 print:shadow-none">
      {title !== undefined && (
        // The heading is as high as the button, so that the bar does not move when the button appears.
        <div className="flex items-center justify-between gap-3 roomy:min-h-10 roomy:pt-2 folded:min-h-9.5 folded:pt-1.5 roomy:pointer-coarse:min-h-13 folded:pointer-coarse:min-h-12.5 print:hidden">
          <h2 className="text-sm font-semibold text-muted">{title}</h2>
          {anyFilled && (
            <Button
              variant="secondary"
              size="sm"
              onClick={() => {
                draft.replaceAll(mapNames(names, () => ''));
                form.current?.querySelector('input')?.focus();
              }}
            >
              {t`Clear All Filters`}
            </Button>
          )}
        </div>
      )}
      <form
        ref={form}
        role="search"
        className={cn(
          'grid gap-x-4 gap-y-3 print:block',
          title === undefined ? 'pt-4' : 'pt-1',
          canFold && 'folded:grid-cols-[minmax(0,1fr)_auto]',
          columns && 'roomy:grid-cols-2 roomy:lg:grid-cols-(--filter-columns) lg:max-xl:gap-x-2',
          props.className,
        )}
        style={columns}
        onSubmit={(event) => {
          event.preventDefault();
          draft.flush();
        }}
      >
        {fields.map(({ name, label, end, kind = 'text', options = [], placeholder, list }) => (
          <Fragment key={name}>
            <FilterControl
              label={labelOf(translate(label), end)}
              printed={kind === 'choice' ? titleCase(draft.values[name]) : draft.values[name]}
              className={cn(
                'roomy:grid',
                placeholder === undefined && 'folded:col-span-full',
                placeholder === undefined && !open && 'hidden',
                placeholder !== undefined && title !== undefined && 'roomy:max-lg:col-span-full',
              )}
            >
              {(id) =>
                kind === 'choice' ? (
                  <Select
                    id={id}
                    className={title === undefined ? '' : 'min-h-9 py-1'}
                    value={draft.values[name]}
                    options={['', ...options]}
                    labelOf={(option) => (option === '' ? t`All` : titleCase(option))}
                    onChange={(value) => draft.change(name, value)}
                  />
                ) : (
                  <Input
                    id={id}
                    type={placeholder === undefined ? inputType(kind) : 'search'}
                    placeholder={placeholder && translate(placeholder)}
                    // A text field that offers suggestions only while it is used (docs/behaviour/lists.md).
                    list={suggesting === name ? list : undefined}
                    onPointerDown={() => setSuggesting(name)}
                    onKeyDown={() => setSuggesting(name)}
                    autoComplete="off"
                    className={title === undefined ? '' : 'min-h-9 py-1'}
                    value={draft.values[name]}
                    onChange={(event) => draft.change(name, event.target.value)}
                    onBlur={({ relatedTarget }) => {
                      setSuggesting(undefined);
                      // Applies the typed text now: after opening a row, Back must return to this list.
                      if (!form.current?.contains(relatedTarget)) draft.leave();
                    }}
                  />
                )
              }
            </FilterControl>
            {placeholder !== undefined && canFold && (
              <Button
                variant="secondary"
                size="sm"
                className="h-9 self-end roomy:hidden print:hidden"
                aria-expanded={open}
                onClick={() => setOpen(!open)}
              >
                {inUse > 0 ? t`Filters (${inUse})` : t`Filters`}
              </Button>
            )}
          </Fragment>
        ))}
        {children && (
          <div className={cn('contents folded:*:col-span-full', !open && 'folded:hidden')}>
            {children}
          </div>
        )}
        <PrintedLine label={t`Printed`} value={now} />
      </form>
    </Card>
  );
}

function labelOf(label: string, end: Filter['end'] | undefined): string {
  if (end === 'least') return t`${label}, from`;
  return end === 'most' ? t`${label}, to` : label;
}

function inputType(kind: Filter['kind']): string {
  return kind === 'number' || kind === 'date' ? kind : 'text';
}

const now = () => formatDateTime(new Date().toISOString());
