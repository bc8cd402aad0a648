/** One URL of the console: its path, its query parameters, and how links to it are built. */
export interface RouteSpec {
  /** As in the reference list of routes: `/system/users/edit/{id}`. */
  readonly path: string
  readonly query: readonly string[]
}

type QueryValue = string | number | boolean | undefined
type ParamName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamName<Rest>
  : never
type ParamValues<Path extends string> = Path extends `${string}{${string}}${infer Rest}`
  ? [param: string, ...ParamValues<Rest>]
  : []
export type RouteParams<Path extends string> = { readonly [Name in ParamName<Path>]: string }

type LinkArguments<Path extends string, Q extends string> = [
  ...params: ParamValues<Path>,
  ...query: [Q] extends [never] ? [] : [query?: { readonly [K in Q]?: QueryValue }],
]

export interface Route<Path extends string = string, Q extends string = string> extends RouteSpec {
  /** A link below the console's base path: `routes.streamEdit(id, { index, message_id })`. */
  (...args: LinkArguments<Path, Q>): string
  readonly path: Path
  readonly query: readonly Q[]
}

/** Declares a route. Call it with the path's parameters in order, then the query parameters by name. */
export function route<const Path extends string, const Q extends string = never>(
  path: Path,
  query: readonly Q[] = [],
): Route<Path, Q> {
  const count = path.match(/\{\w+\}/g)?.length ?? 0
  const link = (...args: readonly unknown[]) => {
    let next = 0
    const pathname = path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(String(args[next++])))
    return pathname + searchText(args[count])
  }
  return Object.assign(link, { path, query })
}

function searchText(values: unknown): string {
  if (typeof values !== 'object' || values === null) return ''
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null) search.set(name, String(value))
  }
  return search.size === 0 ? '' : `?${search}`
}
