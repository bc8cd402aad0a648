/** Those who attack, from strangers to somebody who may read one stream; each with credentials of another kind. */
import { type AdminCalls, basic, COUNTED, MESSAGES, queryOf, USER_PASSWORD } from './admin-calls.ts'
import type { Canary } from './canaries.ts'
import { type IdsByKind, type KnownEntities, LOCAL_ID } from './known-entities.ts'

export interface Caller {
  readonly name: string
  /** Credentials of the caller; strangers have none. */
  readonly credentials: Credentials | undefined
  readonly known: KnownEntities
  /** What no answer to this caller may hold. */
  readonly canaries: readonly Canary[]
}

/** A session ends when its user signs out, which an attack does, too. */
export interface Credentials {
  header(): string
  renew(): Promise<void>
}

export const unchanging = (header: string): Credentials => ({ header: () => header, renew: async () => undefined })

export async function makeCallers(
  calls: AdminCalls,
  { known, open, canaries }: { known: KnownEntities; open: string; canaries: readonly Canary[] },
): Promise<readonly Caller[]> {
  const { make, user } = calls
  const outsider = await user('outsider', [])
  const reader = await user('reader', ['Reader'])
  const viewer = await user('viewer', ['Reader'])
  await make(`/authz/shares/entities/grn::::stream:${open}`, {
    selected_grantee_capabilities: { [`grn::::user:${viewer}`]: 'view' },
  })
  const token = await make(`/users/${reader}/tokens/attack`, {})
  const people: readonly (readonly [string, string, Credentials, IdsByKind])[] = [
    ['outsider', outsider, unchanging(basic('outsider', USER_PASSWORD)), {}],
    ['reader', reader, unchanging(basic(String(token.token), 'token')), {}],
    ['viewer', viewer, await signedIn(calls, 'viewer'), { stream: [open] }],
  ]
  const callers: Caller[] = [{ name: 'nobody', credentials: undefined, known, canaries }]
  for (const [name, id, credentials, more] of people) {
    const own = { ...known.own, user: [id], username: [name], ...(await ownedBy(calls, credentials, more)), ...more }
    callers.push({ name, credentials, known: { ...known, own }, canaries })
  }
  return callers
}

async function signedIn({ make }: AdminCalls, username: string): Promise<Credentials> {
  const signIn = async () => {
    const session = await make('/system/sessions', { username, password: USER_PASSWORD, host: '' })
    return basic(String(session.session_id), 'session')
  }
  let header = await signIn()
  return {
    header: () => header,
    async renew() {
      header = await signIn()
    },
  }
}

/** Searches and a view that the caller stores itself; only where a stream may be read, a search can be executed. */
async function ownedBy(calls: AdminCalls, credentials: Credentials, { stream }: IdsByKind): Promise<IdsByKind> {
  const as = credentials.header()
  const messages = await calls.search('', MESSAGES, as)
  const counted = await calls.search('', COUNTED, as)
  const view = await calls.view('mine', messages, as)
  const ids = { search: [messages, counted], view: [view], grn: [`grn::::search:${view}`] }
  if (stream === undefined) return ids
  const job = await calls.make(`/views/search/${messages}/execute`, {}, as)
  const { results } = await calls.make('/views/search/sync', { queries: [queryOf('', MESSAGES)] }, as)
  const [hit] = results[LOCAL_ID].search_types[LOCAL_ID].messages
  const found = await calls.make('/logyard/search/patterns', { timerange: { type: 'relative', range: 0 } }, as)
  return { ...ids, job: [String(job.id)], message: [String(hit.message._id)], pattern: [String(found.patterns[0].id)] }
}
