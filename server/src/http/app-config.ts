import type { FastifyRequest } from 'fastify'

export interface AppConfigDeps {
  readonly prefix: string
  readonly externalUrl: string
  readonly rootTimeZone: string
}

/** Tells the console, before its first request, where the API is. */
export function appConfigScript(request: FastifyRequest, deps: AppConfigDeps): string {
  const external = externalUri(request.headers['x-graylog-server-url'], deps)
  const appConfig = {
    gl2ServerUrl: `${external}api/`,
    gl2AppPathPrefix: new URL(external, 'http://localhost').pathname,
    rootTimeZone: deps.rootTimeZone,
  }
  return `window.appConfig = ${JSON.stringify(appConfig)};\n`
}

/** Ends with a slash. A proxy may name the public URL in a header; invalid values are ignored. */
function externalUri(header: string | string[] | undefined, { prefix, externalUrl }: AppConfigDeps): string {
  const given = typeof header === 'string' ? asWebUri(header.trim()) : undefined
  return given ?? asWebUri(externalUrl) ?? `${prefix}/`
}

function asWebUri(text: string): string | undefined {
  const isAbsolute = /^https?:\/\//i.test(text)
  // `//host/` would name another host.
  const isRelative = /^\/(?!\/)/.test(text)
  if ((!isAbsolute && !isRelative) || !URL.canParse(text, 'http://localhost')) return undefined
  const { origin, pathname } = new URL(text, 'http://localhost')
  const path = pathname.endsWith('/') ? pathname : `${pathname}/`
  return isAbsolute ? origin + path : path
}
