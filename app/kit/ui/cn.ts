import { clsx, type ClassValue } from 'clsx';

/** Joins class names. Variants never contradict each other, so no merging is needed. */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes);
}
