import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { buttonVariants } from '~/components/ui/button';
import type { BulkType } from '~/contract/bulk';
import { csvTemplate, TEMPLATE_FILES } from '~/contract/bulk-template';
import { unnamedCondo } from '~/data/condos/condo-options';
import { condoQueries } from '~/data/condos/condos.queries';
import { download } from '~/lib/download';

interface TemplateLinkProps {
  type: BulkType;
  /** The building whose rows are imported; its id is in the template. */
  condoId: number | null;
}

/** The template of an upload type: the static file, or one for a building. */
export function TemplateLink({ type, condoId }: TemplateLinkProps) {
  const name = TEMPLATE_FILES[type];
  const own = type === 'condo' ? null : condoId;
  return (
    <>
      <a
        href={`/${name}`}
        download={name}
        className={buttonVariants({ variant: 'secondary' })}
        onClick={(event) => {
          if (own === null) return;
          event.preventDefault();
          download(new Blob([csvTemplate(type, { condo_id: own })], { type: 'text/csv' }), name);
        }}
      >
        <Download aria-hidden className="size-4" />
        Download Template
      </a>
      {own !== null && <CondoNote condoId={own} />}
    </>
  );
}

function CondoNote({ condoId }: { condoId: number }) {
  const { data } = useQuery(condoQueries.detail(condoId));
  return (
    <p className="basis-full text-muted">
      For <strong className="text-ink">{data?.name || unnamedCondo(condoId)}</strong>
      {`: its condo_id is ${condoId}, and the template has it filled in.`}
    </p>
  );
}
