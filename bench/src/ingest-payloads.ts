/** The payloads of the ingest benchmark: the same messages in every format and every run. */

/** The number of different messages; they repeat after that. */
export const VARIANTS = 20_000

const METHODS = ['GET', 'GET', 'GET', 'POST', 'PUT', 'DELETE'] as const
const STATUSES = [200, 200, 200, 200, 201, 204, 301, 404, 500, 503] as const

interface Facts {
  readonly host: string
  readonly text: string
  readonly method: string
  readonly status: number
  readonly tookMs: number
  readonly user: string
  readonly path: string
  readonly requestId: string
}

/** A small linear congruential generator. */
function factsOf(variant: number): Facts {
  let seed = (variant + 1) * 2_654_435_761
  const next = (below: number) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((seed / 2 ** 32) * below)
  }
  const method = METHODS[next(METHODS.length)] ?? 'GET'
  const status = STATUSES[next(STATUSES.length)] ?? 200
  const path = `/api/orders/${next(100_000)}/items`
  const tookMs = next(4000)
  return {
    host: `web-${next(40)}.example.org`,
    text: `${method} ${path} answered ${status} after ${tookMs} ms`,
    method,
    status,
    tookMs,
    user: `user-${next(5000)}`,
    path,
    requestId: next(2 ** 32).toString(16),
  }
}

const ownFields = ({ method, status, tookMs, user, path, requestId }: Facts) => ({
  method,
  status,
  took_ms: tookMs,
  user,
  path,
  request_id: requestId,
})

/** `number` and the time allow finding this message again. */
export function gelf(variant: number, number?: number, more: Readonly<Record<string, number>> = {}): string {
  const facts = factsOf(variant % VARIANTS)
  const fields = Object.entries(number === undefined ? ownFields(facts) : { ...ownFields(facts), number, ...more })
  return JSON.stringify({
    version: '1.1',
    host: facts.host,
    short_message: facts.text,
    level: facts.status >= 500 ? 3 : 6,
    ...Object.fromEntries(fields.map(([name, value]) => [`_${name}`, value])),
  })
}

export function syslog(variant: number): string {
  const facts = factsOf(variant % VARIANTS)
  const data = Object.entries(ownFields(facts)).map(([name, value]) => ` ${name}="${value}"`)
  const priority = facts.status >= 500 ? 131 : 134
  const time = new Date(Date.UTC(2026, 5, 11) + variant).toISOString()
  return `<${priority}>1 ${time} ${facts.host} shop ${variant} - [bench@32473${data.join('')}] ${facts.text}`
}

export function bulkItem(variant: number): string {
  const facts = factsOf(variant % VARIANTS)
  const document = {
    '@timestamp': new Date(Date.UTC(2026, 5, 11) + variant).toISOString(),
    host: { name: facts.host },
    message: facts.text,
    ...ownFields(facts),
  }
  return `{"create":{}}\n${JSON.stringify(document)}\n`
}
