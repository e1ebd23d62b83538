import { t } from '~/language/texts';

interface ChoiceCardProps {
  /** Name of the group of cards, one of which is chosen. */
  name: string;
  title: string;
  /** The value as text; empty for no value. */
  text: string;
  image?: string | null;
  imageText?: string;
  checked: boolean;
  onChoose: () => void;
}

/** A possible value of a field, as a radio button that shows it completely. */
export function ChoiceCard(props: ChoiceCardProps) {
  const { name, title, text, image = null, imageText, checked, onChoose } = props;
  return (
    <label className="flex min-w-0 cursor-pointer items-start gap-3 rounded-md border border-line p-3 has-checked:border-accent">
      <input type="radio" name={name} className="mt-0.5" checked={checked} onChange={onChoose} />
      <span className="grid min-w-0 gap-1">
        <span className="text-sm wrap-anywhere text-muted">{title}</span>
        <span translate={text ? 'no' : undefined} className="wrap-anywhere whitespace-pre-wrap">
          {text || t`(empty)`}
        </span>
        {image !== null && (
          <img
            src={image}
            alt={imageText}
            className="h-20 w-fit rounded-md bg-sunken object-contain"
          />
        )}
      </span>
    </label>
  );
}
