/** In a file of its own: the names of all files that a dialog needs are part of the one that imports it. */
export const loadExportDialog = () => import('./export-dialog');
