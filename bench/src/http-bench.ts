import { ADMIN_PASSWORD, startServer } from '@logyard/server/testing/server-process'
import autocannon from 'autocannon'
import { median } from './median.ts'

const SECONDS = 4
const ROUNDS = 3
const CONNECTIONS = 16
const USERS = 200

/** Requests per second through the whole server: hooks, session, permission, store, serialization. */
export async function benchHttp(print: (line: string) => void): Promise<void> {
  await using server = await startServer({ env: { LOGYARD_LOG_LEVEL: 'error' } })
  const api = `${server.url}api`
  const headers = { 'content-type': 'application/json', accept: 'application/json', 'x-requested-by': 'bench' }
  const signedIn = await fetch(`${api}/system/sessions`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ username: 'admin', password: ADMIN_PASSWORD }),
  })
  const { session_id } = (await signedIn.json()) as { session_id: string }
  const authorization = `Basic ${Buffer.from(`${session_id}:session`).toString('base64')}`
  for (let index = 0; index < USERS; index++) {
    const user = {
      username: `user-${index}`,
      password: 'a long secret',
      email: 'u@example.org',
      full_name: `User ${index}`,
    }
    const body = JSON.stringify({ ...user, permissions: [], roles: ['Reader'] })
    const created = await fetch(`${api}/users`, { method: 'POST', headers: { ...headers, authorization }, body })
    if (created.status !== 201) throw new Error(`user ${index} was refused with ${created.status}`)
  }
  const calls = {
    'session validation': '/system/sessions',
    'users list, 50 of 200': '/users/paginated?page=1&per_page=50',
    'ping without session': '/system/lbstatus',
  }
  for (const [name, path] of Object.entries(calls)) {
    const results: autocannon.Result[] = []
    for (let round = 0; round < ROUNDS; round++) {
      results.push(
        await autocannon({
          url: `${api}${path}`,
          connections: CONNECTIONS,
          duration: SECONDS,
          headers: path === '/system/lbstatus' ? {} : { ...headers, authorization },
        }),
      )
    }
    const failed = results.reduce((sum, result) => sum + result.non2xx + result.errors, 0)
    const perSecond = median(results.map((result) => result.requests.average))
    const p99 = median(results.map((result) => result.latency.p99))
    print(`${name}: ${perSecond.toFixed(0)} requests/s, p99 ${p99} ms, ${failed} failed (${CONNECTIONS} connections)`)
  }
}
