import { clsx, type ClassValue } from 'clsx';

/** Joins class names. Variants are made so that classes never contradict each other, hence no merging. */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes);
}
