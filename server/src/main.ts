/** Starts Logyard in the foreground and stops it cleanly: on SIGTERM, on SIGINT, or when the API shuts it down. */
import { flushCompileCache } from 'node:module'
import { resolve } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { startApp } from './app.ts'
import { VERSION } from './machine/version.ts'
import { readConfig } from './platform/config.ts'
import { logFileOf, openServerLog } from './platform/log.ts'
import { boxedStartMessage, plainStartMessage } from './start-message.ts'

/**
 * How much the heap may grow before the next marking. The buffers of messages being processed count as growth, and with
 * the default limit marking took a quarter of the processing time.
 */
const HEAP_GROWTH_PERCENT = 150
/** Files are accessible to the server's own user only. */
const UMASK = 0o077

export async function run(env: Readonly<Record<string, string | undefined>>): Promise<void> {
  process.umask(UMASK)
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`)
  const stopAsked = stopSignal()
  const config = readConfig(env)
  const logFile = logFileOf(config, process.stderr.isTTY)
  const serverLog = openServerLog(config.LOGYARD_LOG_LEVEL, logFile)
  const app = await startApp({ config, serverLog })
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
    process.on('disconnect', () => resolve('the parent process has ended'))
    process.channel?.unref()
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      process.on(signal, () => {
        resolve(signal)
        process.once(signal, () => process.exit(1))
      })
    }
  })
}

if (import.meta.main) {
  try {
    await run(process.env)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
