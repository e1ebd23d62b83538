import { useQuery } from '@tanstack/react-query';
import { QueryContent } from '~/kit/feedback/query-state';
import { DialogWindow } from '~/kit/ui/dialog';
import { Skeleton } from '~/kit/ui/skeleton';
import { t, translate } from '~/language/texts';
import { detailOrMessage } from '~/rpc/errors/app-error';
import { tenanciesOf, tenancyQueries, type TenancyTask } from './task';
import { TASK_TITLES, TenancyForm } from './tenancy-form';

interface TenancyDialogProps {
  task: TenancyTask;
  onDone: () => void;
}

/** The dialog of a task with tenancies. An edited association is read first. */
export function TenancyDialog({ task, onDone }: TenancyDialogProps) {
  const number = task.kind === 'begin' ? task.unit : tenanciesOf(task)[0]?.apartment_number;
  return (
    <DialogWindow title={translate(TASK_TITLES[task.kind])} onClose={onDone}>
      {number && <p className="text-muted">{t`Unit ${number}`}</p>}
      {task.kind === 'edit' ? (
        <EditForm id={task.tenancies[0].id} task={task} onDone={onDone} />
      ) : (
        <TenancyForm task={task} stored={null} onDone={onDone} />
      )}
    </DialogWindow>
  );
}

function EditForm({ id, task, onDone }: TenancyDialogProps & { id: number }) {
  const query = { ...tenancyQueries.detail(id), staleTime: 0, gcTime: 0 };
  const { isFetchedAfterMount } = useQuery(query);
  return (
    <QueryContent
      query={query}
      loading={t`Loading associations...`}
      error={(error) => detailOrMessage(error)}
      skeleton={<Skeleton className="h-48" />}
    >
      {(stored) =>
        isFetchedAfterMount && <TenancyForm key={id} task={task} stored={stored} onDone={onDone} />
      }
    </QueryContent>
  );
}
