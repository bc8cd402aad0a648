/** `npm run demo`: a Logyard server with logs of a made-up shop. */
import { setTimeout } from 'node:timers/promises'
import { demoGelf } from '../../codecs/src/demo/demo-message.ts'
import { seededFractions } from '../../codecs/src/demo/dice.ts'
import { shopHistory } from '../../codecs/src/demo/shop-history.ts'
import { createShopTraffic, type ShopTraffic } from '../../codecs/src/demo/shop-traffic.ts'
import { dismissGettingStarted } from '../../contract/src/cluster/getting-started.ts'
import { getJournal } from '../../contract/src/ingest/journal.ts'
import { boxed } from '../../server/src/start-message.ts'
import { buildConsole } from '../build-console.ts'
import { type CallApi, createApiCaller } from './api-caller.ts'
import { type DemoOptions, readDemoOptions } from './demo-options.ts'
import { runningProduct, startDemoProduct } from './demo-product.ts'
import { connectGelf, type GelfSender } from './gelf-sender.ts'
import { newestOf } from './newest-of.ts'
import { setUpShop } from './set-up-shop.ts'
import { setUpAlerts } from './shop-alerts.ts'

const DAY_MS = 86_400_000
const TOLD_EVERY = 100_000
const TURN_MS = 100
const POLL_MS = 200

export async function demo(root: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const options = readDemoOptions(args)
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => stopping.abort())
  }
  if (options.address === undefined) await buildConsole(root)
  await using owned = options.address === undefined ? await startDemoProduct(root, env) : undefined
  void owned?.ended.then(() => stopping.abort())
  const product = owned ?? runningProduct(options.address ?? '', env)
  const call = createApiCaller(product)
  const host = new URL(product.url).hostname.replace(/^\[|\]$/g, '')
  const isHere = ['127.0.0.1', 'localhost', '::1'].includes(host)
  const { streams, dashboard, inputPort } = await setUpShop(call, {
    bindAddress: isHere ? host.replace('localhost', '127.0.0.1') : '0.0.0.0',
    port: options.port,
  })
  await using sender = await connectGelf(host, inputPort)

  const newestMs = await newestOf(call, [...streams.values()])
  const traffic = await sendPast(sender, { ...options, newestMs }, stopping.signal)
  await whenStored(call, stopping.signal)
  if (stopping.signal.aborted) return
  await setUpAlerts(call)
  const address = `${product.url}dashboards/${dashboard}`
  // The page behind an address opens after the sign-in, and the guide's steps have all happened.
  if (owned !== undefined) await call(dismissGettingStarted)
  const signIn = owned === undefined ? [] : [`User      ${product.user}`, `Password  ${product.password}`]
  console.log(['', ...boxed(['Demo is running', '', `Open      ${address}`, ...signIn])].join('\n'))
  if (options.once) return
  console.log(`  Live      ${options.rate} messages/s\n  Stop      Ctrl-C\n`)
  await sendLive(sender, traffic, options.rate, stopping.signal)
}

const formatted = (count: number) => count.toLocaleString('en')

/** The last day, or the part of it that is missing. */
async function sendPast(
  sender: GelfSender,
  { messages, rate, seed, newestMs }: DemoOptions & { readonly newestMs: number | undefined },
  signal: AbortSignal,
): Promise<ShopTraffic> {
  const toMs = Date.now()
  const fromMs = Math.max(newestMs ?? 0, toMs - DAY_MS)
  // Another seed: the same random choices would repeat trace ids.
  const random = seededFractions(newestMs === undefined ? seed : seed + fromMs)
  const traffic = createShopTraffic({ random, startMs: toMs - DAY_MS, cycleMs: DAY_MS })
  const due = Math.round((messages * (toMs - fromMs)) / DAY_MS)
  if (due === 0) return traffic
  const startedAtMs = performance.now()
  let sent = 0
  for (const message of shopHistory(traffic, { fromMs, toMs, messages: due, finalRate: rate })) {
    if (signal.aborted) break
    await sender.send(demoGelf(message))
    sent += 1
    if (sent % TOLD_EVERY === 0) console.log(`Sending the logs of one day: ${formatted(sent)} of ${formatted(due)} ...`)
  }
  await sender.flush()
  const seconds = (performance.now() - startedAtMs) / 1000
  console.log(`${formatted(sent)} messages sent in ${seconds.toFixed(1)} s`)
  return traffic
}

/** An empty journal is not enough: the last batch becomes searchable a moment later. */
async function whenStored(call: CallApi, signal: AbortSignal): Promise<void> {
  const waiting = async () => (await call(getJournal)).uncommitted_journal_entries
  while (!signal.aborted && (await waiting()) > 0) await setTimeout(POLL_MS)
}

async function sendLive(sender: GelfSender, traffic: ShopTraffic, rate: number, signal: AbortSignal): Promise<void> {
  const startedAtMs = performance.now()
  for (let sent = 0; !signal.aborted; ) {
    const due = ((performance.now() - startedAtMs) / 1000) * rate
    while (sent < due) {
      const happening = traffic.next(Date.now())
      for (const message of happening) await sender.send(demoGelf(message))
      sent += happening.length
    }
    await sender.flush()
    await setTimeout(TURN_MS)
  }
}
