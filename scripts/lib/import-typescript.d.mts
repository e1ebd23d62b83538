/** The module's exports, which nothing here knows the types of. */
export function importTypeScript<Module>(file: string): Promise<Module>;
