/** Which way imports may point. ARCHITECTURE.md says why. */
export interface ImportRule {
  readonly why: string
  /** Files that the rule is about. */
  readonly from: RegExp
  readonly except?: RegExp
  /** Imports that break it: our files by their path, packages and `node:` modules by their name. `$1` is from's group. */
  readonly to: string
  readonly toExcept?: string
  /** Only imports of files that export a collection of the settings store, or a function that registers routes. */
  readonly exporting?: 'store or routes'
}

const OURS = '^(contract|codecs|languages|engine|server|console|terminal|bench|e2e|bin)/'
const TESTS = /\.test\.tsx?$|\/testing\//

const onlyOurs = (folder: string, ...allowed: readonly string[]): ImportRule => ({
  why: `${folder} imports of ours only ${[folder, ...allowed].join(', ')}`,
  from: new RegExp(`^${folder}/`),
  to: OURS,
  toExcept: `^(${[folder, ...allowed].join('|')})/`,
})

/** Each layer of the console imports only from the layers before it. */
const CONSOLE_LAYERS = [
  'api',
  'base',
  'ui',
  '(cluster|cluster-config|lookup-tables|ingest|unusual-messages|alerting|sharing)',
  'query',
  'parsing',
  'view-document',
  'messages-table',
  '(widgets|view-sidebar|url-whitelist|mail)',
  'notification-form',
  'features',
  'app',
]

export const importRules: readonly ImportRule[] = [
  onlyOurs('contract'),
  onlyOurs('engine'),
  onlyOurs('languages', 'contract'),
  onlyOurs('codecs', 'contract'),
  onlyOurs('console', 'contract', 'languages'),
  { ...onlyOurs('terminal', 'contract', 'languages'), except: TESTS },
  onlyOurs('server', 'contract', 'codecs', 'languages', 'engine'),
  {
    why: 'what only turns bytes or text into values does no I/O',
    from: /^(contract|languages)\/src\//,
    except: TESTS,
    to: '^node:',
  },
  {
    why: 'SQL is created by the tag and the functions beside it, which quote texts',
    from: /^(?!languages\/src\/sql\/)/,
    to: '^languages/src/sql/(made-sql|quoted)\\.ts$',
  },
  {
    why: 'what reads messages gets its scope from those who turn permissions into SQL',
    from: /^(?!server\/src\/search\/(scope\/(message-scope|without-messages)|pivot\/cache\/cache-tables)\.ts$)/,
    except: /\.test\.ts$/,
    to: '^languages/src/sql/scoped-sql\\.ts$',
  },
  {
    why: 'codecs do no I/O: of node: only what inflates and hashes bytes',
    from: /^codecs\//,
    except: TESTS,
    to: '^node:',
    toExcept: '^node:(zlib|crypto)$',
  },
  {
    why: 'platform is below every area of the server',
    from: /^server\/src\/platform\//,
    except: TESTS,
    to: '^server/src/',
    toExcept: '^server/src/platform/',
  },
  {
    why: 'http serves whatever it is given and knows no area',
    from: /^server\/src\/http\//,
    except: TESTS,
    to: '^server/src/',
    toExcept: '^server/src/(platform|http)/',
  },
  {
    why: 'another area is reached through its service, never through its store or its routes',
    from: /^server\/src\/([^/]+)\//,
    except: new RegExp(`${TESTS.source}|^server/src/wiring/`),
    to: '^server/src/[^/]+/',
    toExcept: '^server/src/$1/',
    exporting: 'store or routes',
  },
  { why: 'helpers of tests are for tests', from: /^(server|console)\/src\//, except: TESTS, to: '/testing/' },
  {
    why: 'a feature of the console never imports another: the route puts them side by side',
    from: /^console\/src\/features\/([^/]+)\//,
    to: '^console/src/features/',
    toExcept: '^console/src/features/$1/',
  },
  ...CONSOLE_LAYERS.slice(0, -1).map((layer, place) => ({
    why: `in the console ${layer} imports nothing from the layers above it`,
    from: new RegExp(`^console/src/${layer}/`),
    except: TESTS,
    to: `^console/src/(${CONSOLE_LAYERS.slice(place + 1).join('|')})/`,
  })),
]
