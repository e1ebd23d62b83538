import { useId, type ReactNode } from 'react';
import { Button } from '~/components/ui/button';
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card';
import { Input } from '~/components/ui/input';
import { Label } from '~/components/ui/label';
import { mapNames } from '~/contract/fields';
import { cn } from '~/lib/cn';
import { useFilterDraft } from '~/lib/use-filter-draft';

/** One text filter of a list. */
export interface FilterField<Name extends string> {
  name: Name;
  label: string;
  /** A search spans the bar and has a placeholder. */
  placeholder?: string;
}

interface FilterBarProps<Name extends string> {
  /** A heading; with it the bar can clear all filters. */
  title?: string;
  fields: ReadonlyArray<FilterField<Name>>;
  values: Record<Name, string>;
  onChange: (values: Record<Name, string>, options: { replace: boolean }) => void;
  /** Filters of another kind, after the texts. */
  children?: ReactNode;
  className?: string;
}

/** Search and filters of a list, from a list of definitions. Typed text reaches the URL after a pause (useFilterDraft). */
export function FilterBar<Name extends string>(props: FilterBarProps<Name>) {
  const { title, fields, values, onChange, children, className } = props;
  const draft = useFilterDraft(values, onChange);
  const id = useId();
  const anyFilled = fields.some(({ name }) => draft.values[name] !== '');
  return (
    <Card>
      {title !== undefined && (
        <CardHeader>
          <CardTitle>{title}</CardTitle>
          {anyFilled && (
            <Button
              variant="secondary"
              size="sm"
              onClick={() => draft.replaceAll(emptyFilters(fields))}
            >
              Clear All Filters
            </Button>
          )}
        </CardHeader>
      )}
      <CardContent>
        <form
          role="search"
          className={cn('grid gap-4', className)}
          onSubmit={(event) => {
            event.preventDefault();
            draft.flush();
          }}
        >
          {fields.map(({ name, label, placeholder }) => (
            <div
              key={name}
              className={cn(
                'grid content-start gap-1.5',
                placeholder !== undefined && title !== undefined && 'sm:col-span-full',
              )}
            >
              <Label htmlFor={`${id}-${name}`}>{label}</Label>
              <Input
                id={`${id}-${name}`}
                type={placeholder === undefined ? 'text' : 'search'}
                placeholder={placeholder}
                autoComplete="off"
                value={draft.values[name]}
                onChange={(event) => draft.change(name, event.target.value)}
              />
            </div>
          ))}
          {children}
        </form>
      </CardContent>
    </Card>
  );
}

function emptyFilters<Name extends string>(
  fields: ReadonlyArray<FilterField<Name>>,
): Record<Name, string> {
  return mapNames(
    fields.map(({ name }) => name),
    () => '',
  );
}
