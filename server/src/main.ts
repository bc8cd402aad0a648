/** Starts Logyard in the foreground and stops it cleanly: on SIGTERM, on SIGINT, or when the API shuts it down. */
import { flushCompileCache } from 'node:module'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { startApp } from './app.ts'
import { VERSION } from './machine/version.ts'
import { systemClock } from './platform/clock.ts'
import { readConfig } from './platform/config.ts'
import { logFileOf, openServerLog } from './platform/log.ts'
import { boxedStartMessage, plainStartMessage } from './start-message.ts'

/**
 * How much the heap may grow before the next marking. The buffers of messages being processed count as growth, and with
 * the default limit marking took a quarter of the processing time.
 */
const HEAP_GROWTH_PERCENT = 150
/** A second signal within this time is the first one, sent twice. */
const SAME_SIGNAL_MS = 500
const SUPERVISOR_CHECK_MS = 1000
/** Files are accessible to the server's own user only. */
const UMASK = 0o077

export async function run(env: Readonly<Record<string, string | undefined>>, args: readonly string[]): Promise<void> {
  process.umask(UMASK)
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`)
  const { supervisor, ended } = supervisorFacts(args)
  const stopAsked = Promise.race([stopSignal(), supervisorGone(supervisor)])
  const config = readConfig(env)
  const logFile = logFileOf(config, process.stderr.isTTY)
  const serverLog = openServerLog(config.LOGYARD_LOG_LEVEL, logFile)
  const app = await startApp({ config, serverLog, endedBefore: ended })
  const { url, unusedPassword } = app
  const facts = { version: VERSION, url, unusedPassword, dataFolder: resolve(config.LOGYARD_DATA), logFile }
  console.log(process.stdout.isTTY ? boxedStartMessage(facts) : plainStartMessage(facts))
  // Else it is written at the end, which a killed server does not reach.
  flushCompileCache()
  const reason = await Promise.race([stopAsked, app.shutdownAsked])
  console.log('Logyard is stopping ...')
  serverLog.log.info({ reason }, 'stopping')
  await app[Symbol.asyncDispose]()
}

/** Resolves on the first signal, or when a parent with an IPC channel exits. A second signal kills the process. */
function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    let firstMs = Number.POSITIVE_INFINITY
    process.on('disconnect', () => resolve('the parent process has ended'))
    process.channel?.unref()
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      process.on(signal, () => {
        const nowMs = systemClock.monotonicMs()
        // Ctrl-C in a terminal reaches the supervisor, too, which passes it on.
        if (nowMs - firstMs > SAME_SIGNAL_MS) process.exit(1)
        firstMs = Math.min(firstMs, nowMs)
        resolve(signal)
      })
    }
  })
}

/** What `bin/supervise.mjs` says: its process id, and why the server before this one ended. */
function supervisorFacts(args: readonly string[]) {
  const options = { supervisor: { type: 'string' }, ended: { type: 'string' } } as const
  return parseArgs({ args: [...args], options, allowPositionals: true }).values
}

/** Resolves when the supervisor has ended: the system then gives this process another parent. */
function supervisorGone(supervisor: string | undefined): Promise<string> {
  return new Promise((resolve) => {
    if (supervisor === undefined) return
    const watch = systemClock.every(SUPERVISOR_CHECK_MS, () => {
      if (process.ppid === Number(supervisor)) return
      watch[Symbol.dispose]()
      resolve('the supervisor has ended')
    })
  })
}

if (import.meta.main) {
  try {
    await run(process.env, process.argv.slice(2))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
