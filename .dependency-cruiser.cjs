// Who may import whom: the arrows of docs/architecture.md. Relative, aliased and type-only imports count alike.

/** A folder of app/ and the folders and files that it may reach inside app/ besides itself. */
const ARROWS = {
  contract: ['rpc/declare.ts'],
  lib: ['contract'],
  // Calls carry the token of the session, and a 401 ends it.
  rpc: ['data/session', 'lib', 'contract'],
  data: ['rpc', 'sheets', 'lib', 'contract'],
  components: ['lib', 'contract'],
  features: ['components', 'data', 'rpc', 'lib', 'contract'],
  routes: ['features', 'components', 'data', 'rpc', 'lib', 'contract'],
  server: ['api', 'lib', 'contract'],
  api: ['rpc/declare.ts', 'postgres', 'sheets', 'lib', 'contract'],
  postgres: ['lib'],
  sheets: ['lib', 'contract'],
};

const API_BASE = ['http', 'db', 'media', 'mail', 'deps.ts'];
const API_RESOURCE = [...API_BASE, 'auth', 'lists'];

/**
 * A folder of app/api/ and what it may reach inside app/api/ besides itself: everything points down. The files of
 * app/api/ itself are the top, but for deps.ts.
 */
const API_ARROWS = {
  http: [],
  db: [],
  mail: ['db'],
  media: ['http', 'db'],
  lists: ['http', 'db', 'deps.ts'],
  auth: ['http', 'db', 'deps.ts'],
  'personal-data': [...API_RESOURCE, 'history', 'users'],
  account: [...API_RESOURCE, 'users'],
  invitations: [...API_RESOURCE, 'associations'],
  administrators: [...API_RESOURCE, 'invitations'],
  acceptance: [...API_RESOURCE, 'administrators', 'associations', 'invitations'],
  bulk: [...API_RESOURCE, 'history', 'invitations'],
  jobs: [...API_RESOURCE, 'administrators', 'invitations'],
};

/** A folder of tools/ and what it may reach inside app/; nothing of app/ reaches it. */
const TOOLS = {
  admin: ['api', 'lib', 'contract'],
  seed: ['api', 'lib', 'contract'],
  transfer: ['api', 'lib', 'contract'],
  'verify-api': ['rpc/calls.ts', 'lib', 'contract'],
};

/** The few files with an arrow of their own. */
const EXCEPTIONS = [
  { folder: 'rpc', from: '^app/rpc/transport\\.server\\.ts$', to: 'api' },
  { folder: 'routes', from: '^app/routes/api/', to: 'server' },
];

/** The pattern of folders and files. */
function pathsOf(names) {
  return names
    .map((name) => (name.endsWith('.ts') ? `${name.replace('.', '\\.')}$` : `${name}/`))
    .join('|');
}

function arrow([folder, allowed]) {
  const own = EXCEPTIONS.filter((exception) => exception.folder === folder);
  const targets = [folder, ...allowed];
  return [
    {
      name: `${folder}-imports`,
      comment: `app/${folder} may import ${targets.map((name) => `app/${name}`).join(', ')}; nothing else of app/`,
      severity: 'error',
      from: {
        path: `^app/${folder}/`,
        ...(own.length > 0 && { pathNot: own.map(({ from }) => from) }),
      },
      to: { path: '^app/', pathNot: `^app/(${pathsOf(targets)})|^app/styles\\.css$` },
    },
    ...own.map(({ from, to }) => ({
      name: `${folder}-imports`,
      severity: 'error',
      from: { path: from },
      to: { path: '^app/', pathNot: `^app/(${pathsOf([...targets, to])})` },
    })),
  ];
}

function apiArrow([folder, allowed]) {
  return {
    name: `api-${folder}-imports`,
    comment: `app/api/${folder} may import itself and ${allowed.join(', ') || 'nothing else'} of app/api`,
    severity: 'error',
    from: { path: `^app/api/${folder}/` },
    to: { path: '^app/api/', pathNot: `^app/api/(${pathsOf([folder, ...allowed])})` },
  };
}

function toolArrow([folder, allowed]) {
  return {
    name: `${folder}-imports`,
    comment: `tools/${folder} may import itself, tools/command.ts and ${allowed.map((name) => `app/${name}`).join(', ')}`,
    severity: 'error',
    from: { path: `^tools/${folder}/` },
    to: {
      path: '^(app|tools|tests|scripts)/',
      pathNot: `^tools/(${folder}/|command\\.ts$)|^app/(${pathsOf(allowed)})`,
    },
  };
}

module.exports = {
  forbidden: [
    ...Object.entries(ARROWS).flatMap(arrow),
    ...Object.entries(API_ARROWS).map(apiArrow),
    {
      name: 'api-deps-imports',
      comment: 'The dependencies are described by what lies below the resources',
      severity: 'error',
      from: { path: '^app/api/deps\\.ts$' },
      to: { path: '^app/api/', pathNot: '^app/api/(db|media|mail)/' },
    },
    {
      name: 'api-resource-imports',
      comment: `Any other folder of app/api may import itself and ${API_RESOURCE.join(', ')}`,
      severity: 'error',
      from: {
        path: '^app/api/([^/]+)/',
        pathNot: `^app/api/(${Object.keys(API_ARROWS).join('|')})/`,
      },
      to: { path: '^app/api/', pathNot: `^app/api/($1/|${pathsOf(API_RESOURCE)})` },
    },
    ...Object.entries(TOOLS).map(toolArrow),
    {
      name: 'contract-imports-zod-alone',
      severity: 'error',
      from: { path: '^app/contract/' },
      to: { pathNot: '^app/contract/|^app/rpc/declare\\.ts$|(^|/)node_modules/zod/' },
    },
    {
      name: 'screens-call-by-name',
      comment: 'A screen makes declared calls; the API client is for server functions alone',
      severity: 'error',
      from: { path: '^app/(features|routes)/' },
      to: { path: '^app/rpc/.+\\.server\\.ts$' },
    },
    {
      name: 'features-are-apart',
      comment:
        'A feature never imports another feature; what two share lives in components, data or lib',
      severity: 'error',
      from: { path: '^app/features/([^/]+)/' },
      to: { path: '^app/features/', pathNot: '^app/features/$1/' },
    },
    {
      name: 'entries-stay-outside-the-api',
      comment: 'The router and the entries of app/ reach the API through app/rpc or app/server',
      severity: 'error',
      from: { path: '^app/[^/]+$' },
      to: { path: '^app/api/' },
    },
    {
      name: 'entries-are-not-imported',
      comment:
        'Nothing in a folder of app/ imports app/router, app/start, app/server or the route tree',
      severity: 'error',
      from: { path: '^app/[^/]+/' },
      to: { path: '^app/[^/]+\\.tsx?$' },
    },
    {
      name: 'screens-have-a-route',
      comment: 'A screen that no route reaches is seen by its tests alone',
      severity: 'error',
      from: { path: '^app/routes/' },
      to: { path: '^app/features/.+-page\\.tsx$', reachable: false },
    },
    {
      name: 'app-stands-alone',
      comment: 'The product never imports tools, tests or scripts',
      severity: 'error',
      from: { path: '^app/' },
      to: { path: '^(tools|tests|scripts)/' },
    },
    {
      name: 'no-circular',
      severity: 'error',
      from: { pathNot: '^app/routeTree\\.gen\\.ts$' },
      to: { circular: true, viaOnly: { pathNot: '^app/routeTree\\.gen\\.ts$' } },
    },
    {
      name: 'not-to-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(node:|virtual:|#)|\\.css\\?url$' },
    },
    {
      name: 'not-to-dev-dependencies',
      comment: 'What runs in production is a dependency',
      severity: 'error',
      from: { path: '^app/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: '^(node_modules|.*/node_modules)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
    },
  },
};
