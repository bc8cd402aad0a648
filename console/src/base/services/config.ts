/** The settings in the server's `config.js`. Read once by the entries and passed to everything else. */
export interface AppConfig {
  /** The URL of the API, absolute or relative to the origin, with a trailing slash: `/logs/api/`. */
  readonly apiUrl: string
  /** The path of the console, with a trailing slash: `/` or `/logs/`. */
  readonly basePath: string
  readonly rootTimeZone: string
}

declare global {
  interface Window {
    readonly appConfig?: {
      readonly gl2ServerUrl: string
      readonly gl2AppPathPrefix: string
      readonly rootTimeZone: string
    }
  }
}

const endWithSlash = (path: string) => (path.endsWith('/') ? path : `${path}/`)

export function readAppConfig(window: Window): AppConfig {
  const given = window.appConfig
  if (given === undefined) throw new Error('config.js of the server did not load')
  const prefix = given.gl2AppPathPrefix.startsWith('/') ? given.gl2AppPathPrefix : `/${given.gl2AppPathPrefix}`
  return {
    apiUrl: endWithSlash(given.gl2ServerUrl),
    basePath: endWithSlash(prefix),
    rootTimeZone: given.rootTimeZone === '' ? 'UTC' : given.rootTimeZone,
  }
}
