import { readConfig } from '../../server/src/platform/config.ts'

const LIMIT_MS = 5000

/** The exit code for the server with these settings on this machine: 0 if it serves requests. */
export async function checkHealth(env: NodeJS.ProcessEnv): Promise<number> {
  const { LOGYARD_LISTEN: listen, LOGYARD_PREFIX: prefix } = readConfig(env)
  const address = listen.replace(/^(0\.0\.0\.0|\[?::\]?)(?=:\d+$)/, '127.0.0.1')
  const path = `${prefix.replace(/\/$/, '')}/api/system/lbstatus`
  try {
    const response = await fetch(`http://${address}${path}`, { signal: AbortSignal.timeout(LIMIT_MS) })
    console.log((await response.text()).trim())
    return response.ok ? 0 : 1
  } catch (error) {
    console.error(`No answer from ${address}: ${error instanceof Error ? (error.cause ?? error) : error}`)
    return 1
  }
}
