/** Joins class names. Variants never contradict each other, so no merging is needed. */
export { clsx as cn } from 'clsx';
