/** Starts Logyard in the foreground and stops it cleanly: on SIGTERM, on SIGINT, or when the API shuts it down. */
import { setFlagsFromString } from 'node:v8'
import { startApp } from './app.ts'
import { readConfig } from './platform/config.ts'
import { createLog } from './platform/log.ts'

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
  const log = createLog(config.LOGYARD_LOG_LEVEL)
  const app = await startApp({ config, log })
  console.log(`Logyard is ready: ${app.url}`)
  if (app.generatedPassword !== undefined) {
    console.log(`Sign in as admin with the password ${app.generatedPassword} (it is shown only this once)`)
  }
  const reason = await Promise.race([stopAsked, app.shutdownAsked])
  console.log('Logyard is stopping ...')
  log.info({ reason }, 'stopping')
  await app[Symbol.asyncDispose]()
}

/** Resolves on the first signal, or when a parent with an IPC channel exits. A second signal kills the process. */
function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    process.on('disconnect', () => resolve('the parent is gone'))
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
