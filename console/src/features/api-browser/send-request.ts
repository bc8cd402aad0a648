import type { ApiOperation } from './openapi.ts'

export interface TypedRequest {
  readonly operation: ApiOperation
  readonly values: Readonly<Record<string, string>>
  readonly body: string
  /** The value of the Authorization header, if one is sent. */
  readonly authorization: string | undefined
}
export interface ReceivedAnswer {
  readonly status: number
  readonly statusText: string
  readonly durationMs: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
}

export function requestUrl(apiUrl: string, { operation, values }: Pick<TypedRequest, 'operation' | 'values'>): string {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
  const query = new URLSearchParams()
  for (const { name, place } of operation.parameters) {
    const value = values[name] ?? ''
    if (place === 'query' && value !== '') query.set(name, value)
  }
  return `${apiUrl}${path.replace(/^\//, '')}${query.size === 0 ? '' : `?${query}`}`
}

/** Sends exactly what was typed, and returns the response unchanged whatever its status. */
export async function sendRequest(apiUrl: string, request: TypedRequest, signal: AbortSignal): Promise<ReceivedAnswer> {
  const { operation, body, authorization } = request
  const hasBody = operation.bodyExample !== undefined && body.trim() !== ''
  const startedAt = performance.now()
  const response = await fetch(requestUrl(apiUrl, request), {
    method: operation.method,
    signal,
    headers: {
      Accept: 'application/json',
      'X-Requested-By': 'Logyard API browser',
      'X-Requested-With': 'XMLHttpRequest',
      ...(authorization === undefined ? {} : { Authorization: authorization }),
      ...(hasBody ? { 'Content-Type': 'application/json' } : {}),
    },
    ...(hasBody ? { body } : {}),
  })
  const text = await response.text()
  return {
    status: response.status,
    statusText: response.statusText,
    durationMs: Math.round(performance.now() - startedAt),
    headers: [...response.headers.entries()],
    body: indented(text),
  }
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch (error) {
    if (error instanceof SyntaxError) return text
    throw error
  }
}

/** Basic credentials, encoded as UTF-8. */
export function basicCredentials(username: string, password: string): string {
  const bytes = new TextEncoder().encode(`${username}:${password}`)
  return `Basic ${btoa(String.fromCharCode(...bytes))}`
}
