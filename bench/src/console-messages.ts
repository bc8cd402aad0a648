import { setTimeout } from 'node:timers/promises'
import { freePort } from '@logyard/server/testing/free-port'
import { ADMIN_PASSWORD } from '@logyard/server/testing/server-process'

const BATCH = 200
const PATHS = ['/api/orders', '/api/users', '/login', '/api/cart', '/health']

/** Sends the messages over GELF, and resolves once all of them are searchable. */
export async function sendMessages(url: string, count: number): Promise<void> {
  const headers = {
    authorization: `Basic ${btoa(`admin:${ADMIN_PASSWORD}`)}`,
    'content-type': 'application/json',
    'x-requested-by': 'bench',
  }
  const port = await freePort()
  const configuration = { bind_address: '127.0.0.1', port, enable_bulk_receiving: true }
  const type = 'org.graylog2.inputs.gelf.http.GELFHttpInput'
  const body = JSON.stringify({ title: 'bench', type, global: true, configuration })
  await fetch(`${url}api/system/inputs`, { method: 'POST', headers, body })
  const input = `http://127.0.0.1:${port}/gelf`
  while ((await fetch(input, { method: 'OPTIONS' }).catch(() => undefined)) === undefined) await setTimeout(100)
  const startedAt = Date.now() / 1000
  for (let first = 0; first < count; first += BATCH) {
    const lines = Array.from({ length: Math.min(BATCH, count - first) }, (_, offset) => line(first + offset, startedAt))
    const answer = await fetch(input, { method: 'POST', body: lines.join('\n') })
    if (answer.status !== 202) throw new Error(`the input answered with ${answer.status}`)
  }
  const isThere = async () => {
    const answer = await fetch(`${url}api/search/universal/relative?query=*&range=0&limit=1`, { headers })
    const { total_results: total } = (await answer.json()) as { total_results: number }
    return total >= count
  }
  while (!(await isThere())) await setTimeout(200)
}

function line(number: number, startedAt: number): string {
  const tookMs = (number * 7919) % 900
  const path = PATHS[number % PATHS.length]
  return JSON.stringify({
    version: '1.1',
    host: `web-${number % 7}`,
    short_message: `GET ${path} took ${tookMs} ms for user-${number % 50} from 10.0.${number % 200}.${number % 13}`,
    timestamp: startedAt - number / 100,
    level: number % 8,
    _path: path,
    _took_ms: tookMs,
    _user: `user-${number % 50}`,
  })
}
