/** Which kind of entity a path parameter or a property names: `searchId`, `search_id` and `/search/{id}` are a search. */

/** Kinds of parameters whose name and place do not tell it. */
const ALIASES: Readonly<Record<string, string>> = {
  '/cluster/inputstates/{id}': 'input',
  '/cluster/jobs/{id}': 'systemjob',
  '/logyard/authentication/oidc/back-channel-logout/{id}': 'provider',
  '/logyard/authentication/oidc/callback/{id}': 'provider',
  '/logyard/authentication/oidc/sign-in/{id}': 'provider',
  '/logyard/lookup/adapters/{idOrName}': 'dataadapter',
  '/logyard/pipelines/rules/{ruleId}': 'pipelinerule',
  '/scheduler/jobs/{id}': 'jobdefinition',
  '/sidecar/action/{node_id}': 'sidecar',
  '/sidecars/{node_id}': 'sidecar',
  '/system/inputs/types/{type}': 'inputtype',
  '/system/inputstates/{id}': 'input',
  '/system/jobs/{id}': 'systemjob',
  '/system/lookup/adapters/{idOrName}': 'dataadapter',
  '/system/lookup/caches/{idOrName}': 'cache',
  '/system/lookup/tables/{idOrName}': 'lookuptable',
  '/system/pipelines/rule/{id}': 'pipelinerule',
  '/system/sessions/{sessionId}': 'session',
  '/users/{userId}/tokens/{idOrToken}': 'token',
  '/views/search/metadata/{id}': 'search',
  '/views/search/{id}': 'search',
}

/** What clients name an entity by, beside its kind. */
const PLAIN_NAMES: ReadonlySet<string> = new Set(['id', 'name', 'type', 'class', 'key'])

export interface PathParameter {
  readonly name: string
  readonly kind: string
}

export function pathParameters(path: string): readonly PathParameter[] {
  return [...path.matchAll(/\{(\w+)\*?\}/g)].map((match) => {
    const name = match[1] ?? ''
    const upToHere = path.slice(0, match.index + match[0].length)
    return { name, kind: ALIASES[upToHere] ?? kindOfParameter(upToHere, name) }
  })
}

function kindOfParameter(upToHere: string, name: string): string {
  if (!PLAIN_NAMES.has(name)) return kindOfName(name)
  const collection = upToHere.split('/').findLast((segment) => segment !== '' && !segment.startsWith('{')) ?? ''
  return name === 'id' ? kindOfName(collection) : `${kindOfName(collection)}${name}`
}

/** `search_id`, `searchId` and `searches` are `search`. */
export function kindOfName(name: string): string {
  const words = name.toLowerCase() === name ? name : name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const plain = words.replace(/_ids?$/, '').replaceAll('_', '')
  if (plain === 'indices') return 'index'
  return plain
    .replace(/(?<=ch|x)es$/, '')
    .replace(/ies$/, 'y')
    .replace(/(?<=..)(?<!s|u)s$/, '')
}

/** Properties whose names do not tell it, by the title of the object around them. */
const KINDS_OF_PROPERTIES: Readonly<Record<string, string>> = { 'ContextRequest.id': 'message' }

export const kindOfProperty = ({ name, title }: { readonly name: string; readonly title: string }): string =>
  KINDS_OF_PROPERTIES[`${title}.${name}`] ?? kindOfName(name)
