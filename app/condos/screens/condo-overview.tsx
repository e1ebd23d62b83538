import { useState } from 'react';
import { Fact } from '~/kit/ui/fact';
import type { Condo } from '~/condos/condo-reading';
import { dash, formatDateOnly, formatDateTime, formatNumber } from '~/language/format';
import { t } from '~/language/texts';

/** On wide screens, at the end of the two rows of facts. */
const BESIDE_FACTS =
  'xl:col-span-2 xl:col-start-4 xl:row-span-2 xl:row-start-1 print:row-start-auto';

/** The overview of a building: address, description and its other fields. */
export function CondoOverview({ condo }: { condo: Condo }) {
  return (
    <div className="flex flex-col gap-x-6 gap-y-4 px-5 py-3 md:flex-row print:flex-row">
      {condo.image_url && (
        <CondoImage
          key={condo.image_url}
          src={condo.image_url}
          alt={t`Image of ${condo.name ?? t`the building`}`}
          className="aspect-[684/368] rounded-lg object-cover md:w-48 md:shrink-0 md:self-start print:w-64 print:shrink-0 print:self-start"
        />
      )}
      <dl className="grid min-w-0 flex-1 grid-cols-2 content-start gap-x-6 gap-y-3 sm:grid-cols-3 xl:grid-cols-[1fr_1.2fr_1.5fr_0.9fr_0.9fr] print:grid-cols-3">
        <Fact label={t`Address`}>
          <span className="whitespace-pre-line">{dash(condo.address)}</span>
        </Fact>
        <Fact label={t`Location`}>
          <Location condo={condo} />
        </Fact>
        <Fact label={t`Website`} className="max-sm:col-span-full">
          <Website address={condo.website} />
        </Fact>
        <Fact label={t`Date Built`}>{formatDateOnly(condo.date_built)}</Fact>
        <Fact label={t`Number of Units`}>{formatNumber(condo.number_of_units)}</Fact>
        <Fact label={t`Created`} className="max-sm:col-span-full">
          {formatDateTime(condo.created_at)}
        </Fact>
        <Fact
          label={t`Description`}
          className={`col-span-full ${BESIDE_FACTS} print:col-span-full`}
        >
          <span className="whitespace-pre-line">{dash(condo.description)}</span>
        </Fact>
      </dl>
    </div>
  );
}

function Location({ condo }: { condo: Condo }) {
  const city = [condo.zip_code, condo.city].filter(Boolean).join(' ');
  if (!city && !condo.state && !condo.country) return <>-</>;
  return (
    <>
      <span className="flex flex-wrap gap-x-3">
        {city && <span className="min-w-0 wrap-anywhere">{city}</span>}
        <Flagged flag={condo.flag_url} text={condo.state} />
      </span>
      <Flagged flag={condo.country_flag_url} text={condo.country} />
    </>
  );
}

function Flagged({ flag, text }: { flag: string | null; text: string | null }) {
  if (!flag && !text) return null;
  return (
    <span className="flex items-center gap-2">
      {flag && (
        <CondoImage
          key={flag}
          src={flag}
          alt=""
          className="size-5 shrink-0 rounded-xs object-contain outline -outline-offset-1 outline-line"
        />
      )}
      {text}
    </span>
  );
}

/** An image that renders nothing when its file cannot be loaded. */
function CondoImage({ src, alt, className }: { src: string; alt: string; className: string }) {
  const [hasFailed, setFailed] = useState(false);
  if (hasFailed) return null;
  return <img src={src} alt={alt} className={className} onError={() => setFailed(true)} />;
}

/** Only http(s) addresses become links: a stored text with any other scheme stays plain text. */
function Website({ address }: { address: string | null }) {
  if (!address) return <>-</>;
  if (!/^https?:\/\//i.test(address)) return <>{address}</>;
  const host = address.indexOf('//') + 2;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" className="link">
      {address.slice(0, host)}
      <wbr />
      {address.slice(host)}
    </a>
  );
}
