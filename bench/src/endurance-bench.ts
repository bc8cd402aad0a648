/**
 * Mixed load for as many minutes as are asked for, with hostile peers and hostile frames beside it. Prints a row for each
 * minute, and fails if memory grows after the first ten minutes, the API becomes slow, or a message is lost or doubled.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { startHostilePeer } from '@logyard/server/testing/hostile-peers/hostile-peer'
import { type EnduranceLoad, startEnduranceLoad } from './endurance-load.ts'
import { type EnduranceServer, startEnduranceServer } from './endurance-server.ts'
import { type MinuteFigures, problemsOf } from './endurance-verdict.ts'
import { median, quantile } from './median.ts'
import { processesOf, residentMb, threadsOf } from './process-figures.ts'

type Print = (line: string) => void

const MINUTE_MS = 60_000
const PING_EVERY_MS = 100
const SEARCH_EVERY_MS = 500
const STORED_WITHIN_MS = 60_000
const SEARCH = '/search/universal/relative?query=endurance&range=0&limit=20'
const COLUMNS = [
  'minute',
  'server MB',
  'engine MB',
  'threads',
  'ping p50/p99',
  'search p50/p99',
  'sent',
  'stored',
  'hooks',
]
const WIDTH = 15

export async function benchEndurance(print: Print, minutes: number): Promise<void> {
  await using mailServer = await startHostilePeer({ protocol: 'smtp', behaviour: 'wrong' })
  await using server = await startEnduranceServer({
    LOGYARD_EMAIL_ENABLED: 'true',
    LOGYARD_EMAIL_PORT: `${mailServer.port}`,
    LOGYARD_EMAIL_USE_TLS: 'false',
  })
  await using load = await startEnduranceLoad(server)
  print(rowOf(COLUMNS))
  const figures: MinuteFigures[] = []
  for (let minute = 1; minute <= minutes; minute += 1) {
    const measured = await measureMinute(minute, server, load)
    figures.push(measured)
    print(described(measured, load))
  }
  await load.stop()
  const expected = load.sent()
  const stored = await storedAfter(server, expected)
  const failures = load.failures()
  const problems = [
    ...problemsOf(figures),
    ...(stored === expected ? [] : [`${stored} messages are stored, ${expected} were sent`]),
    ...(failures.length > 0 ? [`${failures.length} valid calls failed, the first: ${failures[0]}`] : []),
  ]
  if (problems.length > 0) throw new Error(problems.join('\n'))
  print('memory, response times and messages are as they should be')
}

async function measureMinute(minute: number, server: EnduranceServer, load: EnduranceLoad): Promise<MinuteFigures> {
  const stop = AbortSignal.timeout(MINUTE_MS)
  const pings = timesOf(stop, PING_EVERY_MS, async () => {
    const { status } = await fetch(`${server.url}api/system/lbstatus`)
    if (status !== 200) throw new Error(`lbstatus: ${status}`)
  })
  const searches = timesOf(stop, SEARCH_EVERY_MS, () => server.call(SEARCH))
  const [pinged, searched] = await Promise.all([pings, searches])
  const [main = server.pid, ...others] = processesOf(server.pid)
  return {
    minute,
    serverMb: residentMb(main),
    engineMb: others.reduce((sum, each) => sum + residentMb(each), 0),
    threads: threadsOf(main),
    pings: pinged.times,
    searches: searched.times,
    failedCalls: pinged.failed + searched.failed,
    sent: load.sent(),
    stored: await storedMessages(server),
  }
}

async function timesOf(stop: AbortSignal, everyMs: number, call: () => Promise<unknown>) {
  const times: number[] = []
  let failed = 0
  while (!stop.aborted) {
    const began = performance.now()
    await call().then(
      () => void times.push(performance.now() - began),
      () => {
        failed += 1
      },
    )
    await sleep(everyMs)
  }
  return { times, failed }
}

const storedMessages = async (server: EnduranceServer) =>
  Number((await server.call('/search/universal/relative?query=endurance&range=0&limit=1'))['total_results'])

async function storedAfter(server: EnduranceServer, expected: number): Promise<number> {
  const until = performance.now() + STORED_WITHIN_MS
  for (;;) {
    const stored = await storedMessages(server)
    if (stored >= expected || performance.now() > until) return stored
    await sleep(SEARCH_EVERY_MS)
  }
}

const rowOf = (cells: readonly string[]) => cells.map((cell) => cell.padStart(WIDTH)).join('')
const pair = (times: readonly number[]) => `${median(times).toFixed(0)}/${quantile(times, 0.99).toFixed(0)} ms`

const described = (each: MinuteFigures, load: EnduranceLoad) =>
  rowOf([
    `${each.minute}`,
    each.serverMb.toFixed(0),
    each.engineMb.toFixed(0),
    `${each.threads}`,
    pair(each.pings),
    pair(each.searches),
    `${each.sent}`,
    `${each.stored}`,
    `${load.hooks()}`,
  ])
