import type { Rolldown } from 'vite';

/**
 * The files of the browser's code that a first page loads, by what belongs together: a page takes few requests, and small
 * parts compress better in one file than in many. The first group that matches has a module.
 */
export const FIRST_FILES: Rolldown.CodeSplittingGroup[] = [
  // What every page loads.
  { name: 'panel', tags: ['$initial'] },
  // What the sign-in and the screens behind it share.
  {
    name: 'sign-in',
    test: /app.(components.(ui.(input|label)|feedback.still-waiting)|data.(send|call\.functions|capabilities.(current-capabilities|capabilities|capabilities\.functions)))\.tsx?$/,
  },
  // What the sign-in does without: queries, the shell, and small parts of nearly every screen.
  {
    name: 'shell',
    test: /app.(routes._shell\.tsx\?tsr-split.*|features.(session.(shell|log-out|password-request|use-session)|palette.palette-button|export.export-button)\.tsx?|components.(ui.card|layout.(page-header|queries)|feedback.(use-lazy-dialog|opener|query-state|waiting-for-query)|keys.(list-keys|shortcut-of|key-help-opener)|table.use-focus-keeper)\.tsx?|data.(capabilities.capabilities\.queries|answer|record-version)\.ts|contract.field-reading\.ts|lib.(format|kept-items|query-client|shortcut-setting|use-painted)\.ts)$|react-query.build.modern.(useQuery|QueryClientProvider)\.js$|query-core.build.modern.(queryClient|queryObserver)\.js$|lucide-react.dist.esm.icons.(building-complex|chevron-down|inbox|layout-dashboard|mail-plus|search|upload|users)\.mjs$/,
  },
  // What a page has that the server renders: its document, which the browser hydrates.
  {
    name: 'public',
    test: /app.(components.layout.(page-document|public-page)|lib.use-hydrated)\.tsx?$|react-router.dist.esm.(Asset|HeadContent|headContentUtils|ScriptOnce|Scripts)\.js$|router-core.dist.esm.(manifest|ssr.bodyScripts)\.js$/,
  },
  // What every list needs for its first rows.
  {
    name: 'lists',
    test: /app.(components.(list.(filter-bar|list-query|use-preview|use-set-search)|table.(data-table|row-links))|data.condos.condos\.queries|features.condos.lazy-delete-condo|features.views.saved-views-button|lib.use-filter-draft)\.tsx?$/,
  },
  // What every list loads after its first rows.
  {
    name: 'after-first-rows',
    test: /app.components.((table.virtual-rows|selection.(batch-action|select-list|select-box|selection)|ui.checkbox)\.tsx?$)|tanstack.(virtual-core|react-virtual).dist/,
  },
  // The user's menu.
  {
    name: 'menu',
    test: /app.(features.session.(welcome-menu|user-menu-entries)|components.layout.user-menu)\.tsx?$/,
  },
  // The dashboard's numbers, which changes of records make old. Its screen needs nothing else of them.
  { name: 'numbers', test: /app.data.dashboard.dashboard\.queries\.ts$/ },
  // What changes of records have in common.
  {
    name: 'changes',
    test: /react-query.build.modern.mutationOptions\.js$|app.(data.(condos.(condo-options|condos\.mutations)|apartments.apartments\.queries)|contract.apartment-(fields|reading)|features.condos.filter-values)\.tsx?$/,
  },
  // What records and people are shown with, besides lists.
  {
    name: 'records',
    test: /app.(components.(ui.(badge|email-text|fact|pagination)|apartments.delete-apartment|feedback.record-state|table.pagination)|data.(users.users\.queries|invitations.invitations\.queries)|features.(history.history-card|invitations.sent-at)|lib.(invitation-texts|unit-hash|use-document-title|user-text))\.tsx?$/,
  },
];
