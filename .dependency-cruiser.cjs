// Who may import whom: the arrows of docs/architecture.md. Relative, aliased and type-only imports count alike.

/** What the panel is about. Each room has open files, and parts that are its own. */
const ROOMS =
  'condos|apartments|users|invitations|imports|history|checks|dashboard|accounts|search|proposals';
/** Parts of a room that only the room itself may use. */
const OWN_PARTS = 'screens|server|formats|rows|process';
/** The open files of all rooms: field tables, schemas, calls, queries and what screens of several rooms share. */
const OPEN = `(${ROOMS})/(?!(${OWN_PARTS})/)`;

/** What a folder of app/ may import besides itself; the rest of app/ is forbidden. */
const ARROWS = {
  fields: ['language/rules\\.ts', 'rpc/declare\\.ts'],
  language: ['fields/', 'rpc/field-labels\\.ts'],
  kit: ['rpc/(?!embedded/|.+\\.server\\.)', 'language/', 'fields/'],
  platform: ['rpc/errors/', 'rpc/release\\.ts', 'language/', 'fields/'],
  'platform/database': [
    'platform/',
    'rpc/errors/',
    // Tables are made of the field tables of the rooms.
    OPEN,
    'fields/',
    'language/',
  ],
  rpc: ['platform/', 'kit/ui/', 'language/', 'fields/', OPEN],
  'rpc/embedded': ['rpc/', 'platform/', 'language/', 'fields/', OPEN, `(${ROOMS})/server/`],
  routes: [
    'kit/',
    'rpc/(?!embedded/|.+\\.server\\.)',
    'language/',
    'fields/',
    `(${ROOMS})/(?!server/)`,
  ],
  'routes/api': ['rpc/embedded/'],
};

/** The rooms whose server a room's server may use. A room that is not here uses its own alone. */
const SERVERS = {
  accounts: 'users|invitations',
  apartments: 'accounts|users',
  checks: 'accounts|users',
  condos: 'accounts|users',
  history: 'accounts|invitations|search|users',
  imports: 'accounts|history|invitations|users',
  invitations: 'accounts|users',
  proposals: 'accounts|apartments|condos|history|imports|users',
  search: 'accounts',
  users: 'accounts|history|invitations|search',
};

/** The floors of app/kit: each may use those before it. */
const KIT_FLOORS = [
  'ui',
  'feedback',
  'menu',
  'form',
  'table',
  'selection',
  'list',
  'keys',
  'layout',
];

/** A folder of tools/ and what it may reach inside app/; nothing of app/ reaches it. */
const DATA_TOOL = `(platform|rpc|language|fields)/|(${ROOMS})/(?!screens/)`;
const TOOLS = {
  admin: DATA_TOOL,
  seed: DATA_TOOL,
  transfer: DATA_TOOL,
  'verify-api': `rpc/(calls\\.ts|versioned\\.ts|errors/)|platform/|fields/|language/|${OPEN}`,
};

function arrow([folder, allowed]) {
  const inner = Object.keys(ARROWS).filter((other) => other.startsWith(`${folder}/`));
  return {
    name: `${folder.replace('/', '-')}-imports`,
    comment: `app/${folder} may import itself and ${allowed.join(', ') || 'nothing else of app/'}`,
    severity: 'error',
    from: { path: `^app/${folder}/`, pathNot: inner.map((other) => `^app/${other}/`) },
    to: {
      path: '^app/',
      pathNot: `^app/(${[`${folder}/`, 'styles\\.css', ...allowed].join('|')})`,
    },
  };
}

function serverArrow(room) {
  const others = SERVERS[room]?.split('|') ?? [];
  return {
    name: `${room}-server-imports`,
    comment: `app/${room}/server may use the server of ${others.join(', ') || 'no other room'}`,
    severity: 'error',
    from: { path: `^app/${room}/server/` },
    to: {
      path: `^app/(${ROOMS})/server/`,
      pathNot: `^app/(${[room, ...others].join('|')})/server/`,
    },
  };
}

function kitArrow(floor, index) {
  return {
    name: `kit-${floor}-imports`,
    comment: `app/kit/${floor} may use the floors before it: ${KIT_FLOORS.slice(0, index).join(', ')}`,
    severity: 'error',
    from: { path: `^app/kit/${floor}/` },
    to: { path: '^app/kit/', pathNot: `^app/kit/(${KIT_FLOORS.slice(0, index + 1).join('|')})/` },
  };
}

function toolArrow([folder, allowed]) {
  return {
    name: `${folder}-imports`,
    comment: `tools/${folder} may import itself, tools/command.ts and ${allowed} of app/`,
    severity: 'error',
    from: { path: `^tools/${folder}/` },
    to: {
      path: '^(app|tools|tests|scripts)/',
      pathNot: `^tools/(${folder}/|command\\.ts$)|^app/(${allowed})`,
    },
  };
}

module.exports = {
  forbidden: [
    ...Object.entries(ARROWS).map(arrow),
    ...ROOMS.split('|').map(serverArrow),
    ...KIT_FLOORS.map(kitArrow),
    ...Object.entries(TOOLS).map(toolArrow),
    {
      name: 'rooms-are-apart',
      comment: 'A room uses the open files of another one, never its screens or the rest of it',
      severity: 'error',
      from: { path: `^app/(${ROOMS})/`, pathNot: `^app/(${ROOMS})/server/` },
      to: { path: `^app/(${ROOMS})/(${OWN_PARTS})/`, pathNot: '^app/$1/' },
    },
    {
      name: 'servers-see-no-screens',
      comment: 'A server uses open files, other servers and what runs without a browser',
      severity: 'error',
      from: { path: `^app/(${ROOMS})/server/` },
      to: {
        path: `^app/(kit|routes)/|^app/rpc/(upstream|transport)\\.server\\.ts$|^app/(${ROOMS})/screens/|^app/(${ROOMS})/(formats|rows|process)/`,
        pathNot: '^app/imports/(formats|rows|process)/',
      },
    },
    {
      name: 'only-imports-reads-files',
      comment: 'Files are read by app/imports, in a process of its own',
      severity: 'error',
      from: { path: '^app/', pathNot: '^app/imports/' },
      to: { path: '^app/imports/(formats|rows|process)/' },
    },
    {
      name: 'servers-are-called',
      comment: 'What runs in the browser reaches a server by the calls of app/rpc alone',
      severity: 'error',
      from: {
        path: `^app/(${ROOMS})/`,
        pathNot: `^app/(${ROOMS})/(server|formats|rows|process)/|\\.(server|functions)\\.ts$`,
      },
      to: {
        path: `^app/(${ROOMS})/server/|^app/(platform|rpc/embedded)/|^app/rpc/.+\\.server\\.ts$`,
      },
    },
    {
      name: 'servers-are-not-embedded',
      comment: 'Server functions reach the embedded API by its transport, never around it',
      severity: 'error',
      from: { path: `^app/(${ROOMS})/(?!server/).*\\.(server|functions)\\.ts$` },
      to: { path: `^app/(${ROOMS})/server/|^app/(rpc/embedded|platform/database)/` },
    },
    {
      name: 'rpc-reaches-servers-by-its-transport',
      severity: 'error',
      from: { path: '^app/rpc/', pathNot: '^app/rpc/(embedded/|transport\\.server\\.ts$)' },
      to: { path: '^app/rpc/embedded/' },
    },
    {
      name: 'agents-load-their-library',
      comment: "The library of agents' protocol is loaded by the first message, not at the start",
      severity: 'error',
      from: { path: '^app/', pathNot: '^app/rpc/embedded/mcp/(mcp-server|tools)\\.ts$' },
      to: {
        path: '^app/rpc/embedded/mcp/(mcp-server|tools)\\.ts$|node_modules/@modelcontextprotocol/',
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'fields-import-zod-alone',
      severity: 'error',
      from: { path: '^app/fields/' },
      // Letters of domains in e-mail addresses take a decoder, which is 2 KB.
      to: { pathNot: '^app/|(^|/)node_modules/(zod|punycode\\.js)/' },
    },
    {
      name: 'entries-stay-outside-the-api',
      comment: 'The router and the entries of app/ reach the API through app/rpc',
      severity: 'error',
      from: { path: '^app/[^/]+$' },
      to: { path: `^app/(${ROOMS})/server/|^app/platform/database/` },
    },
    {
      name: 'routes-are-on-top',
      comment: 'Routes put screens together: nothing but the entries of app/ imports them',
      severity: 'error',
      from: { path: '^app/[^/]+/', pathNot: '^app/routes/' },
      to: { path: '^app/routes/' },
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
      to: { path: '^app/[^/]+/screens/.+-page\\.tsx$', reachable: false },
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
