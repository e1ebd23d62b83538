import { createElement, type ComponentProps } from 'react';

interface IconData {
  /** The shapes: an element's name and its attributes. */
  node: ReadonlyArray<readonly [tag: string, attributes: Readonly<Record<string, string>>]>;
}

/** An icon of lucide-react as the panel uses it: a drawing beside a text, never a name (scripts/plain-icons-plugin.ts). */
export default function createIcon({ node }: IconData) {
  return function Icon(props: ComponentProps<'svg'>) {
    return (
      <svg
        aria-hidden
        width={24}
        height={24}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        {...props}
      >
        {node.map(([tag, attributes], index) => createElement(tag, { ...attributes, key: index }))}
      </svg>
    );
  };
}
