export function nightlySuites(): string[];
