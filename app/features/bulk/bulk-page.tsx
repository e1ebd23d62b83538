import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useId, useState } from 'react';
import { PageHeader } from '~/components/layout/page-header';
import { Alert } from '~/components/ui/alert';
import { Button, buttonVariants } from '~/components/ui/button';
import { Card, CardContent, CardFooter } from '~/components/ui/card';
import { Label } from '~/components/ui/label';
import { Select } from '~/components/ui/select';
import { BULK_TYPES, type BulkType } from '~/contract/bulk';
import { bulkMutations } from '~/data/bulk/bulk.mutations';
import { detailOrMessage } from '~/lib/app-error';
import { BULK_TYPE_LABELS, TEMPLATE_FILES } from './bulk-types';
import { CreationResults } from './creation-results';
import { FileArea } from './file-area';
import { ValidationResults } from './validation-results';

/** Bulk operations (SPEC.md points 2 and 4): type, file, validate, create. */
export function BulkPage() {
  const [type, setType] = useState<BulkType>('condo');
  const [file, setFile] = useState<File | null>(null);
  const validate = useMutation(bulkMutations.validate());
  const create = useMutation(bulkMutations.create(useQueryClient()));
  const busy = validate.isPending || create.isPending;
  const clearResults = () => {
    validate.reset();
    create.reset();
  };
  return (
    <>
      <PageHeader title="Bulk Operations" />
      <Card aria-label="Upload">
        <CardContent className="grid gap-5">
          <TypeChoice
            type={type}
            disabled={busy}
            onChange={(next) => {
              setType(next);
              clearResults();
            }}
          />
          <FileArea
            file={file}
            disabled={busy}
            onPick={(picked) => {
              setFile(picked);
              clearResults();
            }}
          />
        </CardContent>
        <CardFooter>
          <Button
            disabled={!file}
            aria-disabled={busy}
            onClick={() => {
              if (!file || busy) return;
              create.reset();
              validate.mutate({ file, type });
            }}
          >
            {validate.isPending ? 'Validating...' : 'Validate File'}
          </Button>
        </CardFooter>
      </Card>
      {validate.isError && (
        <Alert tone="danger" role="alert">
          Validation failed: {detailOrMessage(validate.error)}
        </Alert>
      )}
      {create.isError && (
        <Alert tone="danger" role="alert">
          Creation failed: {detailOrMessage(create.error)}
        </Alert>
      )}
      {create.isSuccess && <CreationResults creation={create.data} />}
      {validate.isSuccess && (
        <ValidationResults
          validation={validate.data}
          creating={create.isPending}
          created={create.isSuccess}
          onCreate={() => create.mutate(validate.data)}
        />
      )}
    </>
  );
}

interface TypeChoiceProps {
  type: BulkType;
  disabled: boolean;
  onChange(type: BulkType): void;
}

function TypeChoice({ type, disabled, onChange }: TypeChoiceProps) {
  const id = useId();
  return (
    <div className="flex flex-wrap items-end gap-4">
      <div className="grid w-full max-w-xs gap-1.5">
        <Label htmlFor={id}>Upload Type</Label>
        <Select
          id={id}
          value={type}
          disabled={disabled}
          onChange={({ target }) => {
            const chosen = BULK_TYPES.find((known) => known === target.value);
            if (chosen) onChange(chosen);
          }}
        >
          {BULK_TYPES.map((known) => (
            <option key={known} value={known}>
              {BULK_TYPE_LABELS[known]}
            </option>
          ))}
        </Select>
      </div>
      <a
        href={`/${TEMPLATE_FILES[type]}`}
        download={TEMPLATE_FILES[type]}
        className={buttonVariants({ variant: 'secondary' })}
      >
        <Download aria-hidden className="size-4" />
        Download Template
      </a>
    </div>
  );
}
