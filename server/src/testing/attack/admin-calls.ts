/** The calls that fill the world of an attack, by its administrator where nobody else is named. */
import { ADMIN_PASSWORD } from '../server-process.ts'
import { LOCAL_ID } from './known-entities.ts'

export const USER_PASSWORD = 'zq-password-of-users'
export const basic = (user: string, password: string) => `Basic ${btoa(`${user}:${password}`)}`
export const ADMIN = basic('admin', ADMIN_PASSWORD)

const ALL_TIME = { type: 'relative', range: 0 }
const PAGE = { [LOCAL_ID]: { widgets: [], widget_mapping: {}, positions: {} } }

export const MESSAGES = { id: LOCAL_ID, type: 'messages' }
export const COUNTED = {
  id: LOCAL_ID,
  type: 'pivot',
  rollup: true,
  series: [{ id: 'count()', type: 'count' }],
  row_groups: [{ type: 'values', field: 'user', limit: 10 }],
  column_groups: [],
  sort: [],
}

export const queryOf = (query_string: string, searchType: object) => ({
  id: LOCAL_ID,
  query: { type: 'elasticsearch', query_string },
  timerange: ALL_TIME,
  search_types: [searchType],
})

export interface AdminCalls {
  ask(method: string, path: string, body?: unknown, as?: string): Promise<{ status: number; text: string }>
  /** Fails unless the answer is a success. */
  make(path: string, body?: unknown, as?: string, method?: string): Promise<ReturnType<typeof Object>>
  read(path: string): Promise<ReturnType<typeof Object>>
  stream(title: string, room: string, indexSetId: string): Promise<string>
  user(username: string, roles: readonly string[]): Promise<string>
  search(query: string, searchType: object, as?: string): Promise<string>
  view(title: string, searchId: string, as?: string, type?: string): Promise<string>
}

export function adminCalls(url: string): AdminCalls {
  const ask: AdminCalls['ask'] = async (method, path, body, as = ADMIN) => {
    const headers = { authorization: as, accept: 'application/json', 'x-requested-by': 'attack' }
    const answer = await fetch(`${url}api${path}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: answer.status, text: await answer.text() }
  }
  const make: AdminCalls['make'] = async (path, body, as = ADMIN, method = 'POST') => {
    const { status, text } = await ask(method, path, body, as)
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`)
    return Object(text === '' ? {} : JSON.parse(text))
  }
  const read = (path: string) => make(path, undefined, ADMIN, 'GET')
  return {
    ask,
    make,
    read,
    async stream(title, room, index_set_id) {
      const rules = [{ type: 1, field: 'room', value: room, inverted: false, description: title }]
      const draft = { title, description: title, index_set_id, rules, remove_matches_from_default_stream: true }
      const { stream_id } = await make('/streams', draft)
      await make(`/streams/${stream_id}/resume`)
      return String(stream_id)
    },
    async user(username, roles) {
      const names = { username, full_name: username, email: `${username}@example.org` }
      await make('/users', { ...names, password: USER_PASSWORD, permissions: [], roles })
      return String((await read(`/users/${username}`)).id)
    },
    async search(query, searchType, as = ADMIN) {
      return String((await make('/views/search', { queries: [queryOf(query, searchType)] }, as)).id)
    },
    async view(title, search_id, as = ADMIN, type = 'SEARCH') {
      return String((await make('/views', { type, title, search_id, state: PAGE }, as)).id)
    },
  }
}
