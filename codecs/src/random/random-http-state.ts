import { isJsonObject, parseJson } from '../json-text.ts'

export const HTTP_METHODS = ['GET', 'POST', 'DELETE', 'PUT'] as const
export type HttpMethod = (typeof HTTP_METHODS)[number]

/** The payload of a generated message. */
export interface RandomHttpState {
  readonly source: string
  readonly timeMs: number
  readonly method: HttpMethod
  readonly resource: string
  readonly userId: number
  readonly status: number
  readonly tookMs: number
  readonly ticks: number
}

/** The part of the simulated application that serves a resource. */
export const RESOURCES: Readonly<Record<string, { readonly controller: string; readonly action: string }>> = {
  '/login': { controller: 'LoginController', action: 'login' },
  '/users': { controller: 'UsersController', action: 'index' },
  '/posts': { controller: 'PostsController', action: 'index' },
  '/posts/45326': { controller: 'PostsController', action: 'show' },
  '/posts/45326/edit': { controller: 'PostsController', action: 'edit' },
}

export function parseRandomHttpState(text: string): RandomHttpState | undefined {
  const state = parseJson(text)
  if (!isJsonObject(state)) return undefined
  const { source, timeMs, method, resource, userId, status, tookMs, ticks } = state
  const known = HTTP_METHODS.find((name) => name === method)
  if (known === undefined || typeof source !== 'string' || typeof resource !== 'string') return undefined
  if (!isCount(timeMs) || !isCount(userId) || !isCount(status) || !isCount(tookMs) || !isCount(ticks)) return undefined
  return timeMs <= LAST_INSTANT_MS
    ? { source, timeMs, method: known, resource, userId, status, tookMs, ticks }
    : undefined
}

const LAST_INSTANT_MS = 8_640_000_000_000_000

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
