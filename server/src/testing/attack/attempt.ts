/** One call of an attack, and what came of it. */
import type { OperationSpec } from '@logyard/contract/http/operation'
import type { Caller } from './callers.ts'

export interface Attempt {
  readonly op: OperationSpec
  readonly caller: Caller
  readonly params: Readonly<Record<string, string>>
  readonly query: readonly (readonly [string, string])[]
  readonly body: unknown
  readonly accept: string
  /** The kind of hostile value. */
  readonly about: string
}

export interface Answered {
  readonly status: number
  readonly headers: string
  readonly text: string
  readonly tookMs: number
}

/** No answer may take longer, on a machine that has other work too. */
export const LIMIT_MS = 30_000
/** How long a stream of events is listened to. */
const LISTEN_MS = 1500

const JSON_TYPE = 'application/json'

export function pathOf({ op, params, query }: Attempt): string {
  const path = op.path.replaceAll(/\{(\w+)\*?\}/g, (_, name: string) =>
    encodeURIComponent((params[name] ?? '').toWellFormed()),
  )
  const search = new URLSearchParams(query.map(([name, value]) => [name, value]))
  return query.length === 0 ? path : `${path}?${search}`
}

export async function send(url: string, attempt: Attempt, whenListening: () => Promise<void>): Promise<Answered> {
  const { op, caller, body, accept } = attempt
  const began = performance.now()
  const isStream = op.produces?.includes('text/event-stream') === true
  const answer = await fetch(`${url}api${pathOf(attempt)}`, {
    method: op.method,
    redirect: 'manual',
    signal: AbortSignal.timeout(LIMIT_MS),
    headers: {
      accept,
      'x-requested-by': 'attack',
      ...(caller.credentials === undefined ? {} : { authorization: caller.credentials.header() }),
      ...(body === undefined ? {} : { 'content-type': JSON_TYPE }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = isStream && answer.status === 200 ? await listen(answer, whenListening) : await answer.text()
  return {
    status: answer.status,
    headers: JSON.stringify([...answer.headers]),
    text,
    tookMs: performance.now() - began,
  }
}

/** Streams of events do not end by themselves. */
async function listen(answer: Response, whenListening: () => Promise<void>): Promise<string> {
  const reader = answer.body?.getReader()
  if (reader === undefined) return ''
  const late = AbortSignal.timeout(LISTEN_MS)
  late.addEventListener('abort', () => void reader.cancel(), { once: true })
  await whenListening()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return text
    text += decoder.decode(value, { stream: true })
  }
}

/** As a person would repeat it. */
export function asCurl(attempt: Attempt): string {
  const { op, caller, body, accept } = attempt
  const sent =
    body === undefined
      ? ''
      : ` -H 'content-type: application/json' -d '${shortened(JSON.stringify(body).replaceAll("'", `'\\''`))}'`
  const user = caller.credentials === undefined ? '' : ` -u '<${caller.name}>'`
  return `curl -X ${op.method}${user} -H 'x-requested-by: x' -H 'accept: ${accept}'${sent} "$URL/api${shortened(pathOf(attempt))}"`
}

const MAX_SHOWN = 1500
const shortened = (text: string) =>
  text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}… (${text.length} characters)`
