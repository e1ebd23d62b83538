import { rich } from '~/language/use-language';
import { Download } from 'lucide-react';
import { buttonVariants } from '~/kit/ui/button';
import type { BulkType } from '~/imports/schema';
import { csvTemplate, TEMPLATE_FILES } from '~/imports/bulk-template';
import { download } from '~/kit/ui/download';
import { t } from '~/language/texts';
import { CondoName } from './rows-table';

interface TemplateLinkProps {
  type: BulkType;
  /** The building of the imported rows. Its id is in the template. */
  condoId: number | null;
  /** True if the API completes a file without that column. */
  completes: boolean;
}

/** The template of an upload type: the static file, or one for this building. */
export function TemplateLink({ type, condoId, completes }: TemplateLinkProps) {
  const name = TEMPLATE_FILES[type];
  return (
    <>
      <a
        href={`/${name}`}
        download={name}
        className={buttonVariants({ variant: 'secondary' })}
        onClick={(event) => {
          if (condoId === null) return;
          event.preventDefault();
          const text = csvTemplate(type, { condo_id: condoId });
          download(new Blob([text], { type: 'text/csv' }), name);
        }}
      >
        <Download aria-hidden className="size-4" />
        {t`Download Template`}
      </a>
      {condoId !== null && (
        <p className="basis-full text-muted">
          {rich`Importing into ${(
            <strong className="text-ink">
              <CondoName condoId={condoId} />
            </strong>
          )}`}
          <span>
            {completes
              ? t`. The file needs no building column.`
              : t`. The template has its id, ${condoId}, filled in.`}
          </span>
        </p>
      )}
    </>
  );
}
