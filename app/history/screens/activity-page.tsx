import { useState } from 'react';
import { toast } from '~/kit/feedback/toast';
import { DateInput } from '~/kit/form/date-input';
import { PageHeader, Card, CardContent } from '~/kit/ui/card';
import { FilterBar } from '~/kit/list/filter-bar';
import { FilterControl, FilterSwitch } from '~/kit/list/filter-control';
import type { ListFilterProps } from '~/kit/list/list-screen';
import { useSetSearch } from '~/kit/list/use-sorting';
import { Button } from '~/kit/ui/button';
import { Select } from '~/kit/ui/select';
import { RECORD_KIND_LABELS, RECORD_KINDS } from '~/history/schema';
import { historySearch, type HistorySearch } from '~/history/search';
import { exportHistory, historyQueries } from '~/history/queries';
import { detailOr } from '~/rpc/errors/app-error';
import { download } from '~/kit/ui/download';
import { formatDateOnly } from '~/language/format';
import { msg, t, translate } from '~/language/texts';
import { mayI } from '~/rpc/own-rights';
import { useSingleFlightMutation } from '~/kit/ui/use-single-flight-mutation';
import { HistoryList } from './history-list';

/** Activity (docs/behaviour/history.md): all changes, newest first. The filters are in the URL. */
export function ActivityPage({ search }: { search: HistorySearch }) {
  const setSearch = useSetSearch<HistorySearch>();
  const exporting = useSingleFlightMutation({
    mutationFn: exportHistory,
    onSuccess: (file) => download(file, 'history.csv'),
    onError: (error) => toast.error(detailOr(error, t`Failed to export the history`)),
  });
  const { text, kind, person, from, to } = search;
  return (
    <>
      <PageHeader
        title={t`Activity`}
        actions={
          mayI('export') && (
            <Button
              variant="secondary"
              aria-disabled={exporting.isPending}
              onClick={() => exporting.mutate(search)}
            >
              {exporting.isPending ? t`Exporting...` : t`Export as CSV`}
            </Button>
          )
        }
      />
      <ActivityToolbar values={search} onChange={setSearch} />
      <Card>
        <CardContent>
          <HistoryList
            options={historyQueries.list(search)}
            label={t`Activity`}
            dayHeading="h2"
            isActivity
            filtered={[text, kind, person, from, to].some(Boolean)}
            onPerson={(id) => setSearch({ person: id })}
          />
        </CardContent>
      </Card>
    </>
  );
}

const TEXT_FIELD = [
  { name: 'text', label: msg`Search`, placeholder: msg`Search people and records by name...` },
] as const;

function ActivityToolbar({ values: search, onChange }: ListFilterProps<HistorySearch>) {
  return (
    <FilterBar
      fields={TEXT_FIELD}
      values={search}
      onChange={onChange}
      childrenInUse={
        [search.kind, search.from, search.to, search.person, search.sign_ins].filter(Boolean).length
      }
      className="roomy:grid-cols-3 roomy:max-xl:*:first:col-span-full roomy:xl:grid-cols-[minmax(18rem,2fr)_repeat(3,minmax(8.75rem,1fr))_auto]"
    >
      <FilterControl
        label={t`Kind`}
        printed={search.kind && translate(RECORD_KIND_LABELS[search.kind])}
      >
        {(id) => (
          <Select
            id={id}
            value={search.kind}
            options={['', ...RECORD_KINDS]}
            labelOf={(kind) => (kind === '' ? t`All Kinds` : translate(RECORD_KIND_LABELS[kind]))}
            onChange={(kind) => onChange({ kind })}
          />
        )}
      </FilterControl>
      {(['from', 'to'] as const).map((name) => (
        <FilterControl
          key={name}
          label={name === 'from' ? t`From` : t`To`}
          printed={search[name] && formatDateOnly(search[name])}
        >
          {(id) => (
            <DayFilter
              key={search[name]}
              id={id}
              day={search[name]}
              onChange={(day) => onChange({ [name]: day })}
            />
          )}
        </FilterControl>
      ))}
      <FilterSwitch
        label={t`Sign-ins`}
        checked={search.sign_ins === 'yes'}
        onChange={(checked) => onChange({ sign_ins: checked ? 'yes' : '' })}
      />
      {search.person !== null && (
        <Button
          variant="secondary"
          className="justify-self-start print:hidden"
          onClick={() => onChange({ person: null })}
        >
          {t`Show everyone`}
        </Button>
      )}
    </FilterBar>
  );
}

interface DayFilterProps {
  id: string;
  day: string;
  onChange: (day: string) => void;
}

/** A day of the period. Only a complete date filters the list; an incomplete one stays in the field. */
function DayFilter({ id, day, onChange }: DayFilterProps) {
  const [text, setText] = useState(day);
  return (
    <DateInput
      id={id}
      labelId={`${id}-label`}
      value={text}
      onBlur={() => setText(day)}
      onChange={(next) => {
        setText(next);
        if (next === '' || historySearch.read({ from: next }).from === next) onChange(next);
      }}
    />
  );
}
