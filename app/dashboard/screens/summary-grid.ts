export const SUMMARY_GRID = 'grid grid-cols-1 gap-4 md:grid-cols-2 lg:grid-cols-4';

export const CHART_HEIGHT_PX = 300;
