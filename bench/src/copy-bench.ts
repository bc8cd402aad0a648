/** What `npm run store -- copy` costs: all messages from the embedded engine to a ClickHouse server, while the server runs. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ENGINE_PROGRAM, spawnEngine } from '@logyard/server/store/engine/engine-child'
import { engineUrl } from '@logyard/server/testing/engine-owner'
import { temporaryFolder } from '@logyard/server/testing/temporary-folder'
import { processesOf, processorMs, residentMb } from './process-figures.ts'
import type { SearchOptions } from './search-bench.ts'
import { searchData, startSearchTarget, whenQuiet } from './search-data.ts'

const MESSAGES = 1_000_000
const SAMPLE_MS = 50
const CACHE = fileURLToPath(new URL('../../.cache/bench-search', import.meta.url))
const PROGRAM = fileURLToPath(new URL('../../bin/logyard.mjs', import.meta.url))

export async function benchCopy(print: (line: string) => void, { isFresh }: SearchOptions): Promise<void> {
  const data = await searchData(CACHE, { messages: MESSAGES, isFresh, print, run: 'run-copy' })
  try {
    await using source = await startSearchTarget(data.folder)
    await whenQuiet(source.store, data.messages)
    await using folder = await temporaryFolder()
    await using target = await startTarget(folder.path)
    for (const command of ['copy', 'verify', 'copy']) {
      const before = { source: processorMs(source.enginePid()), target: processorMs(target.pid) }
      const run = await runStore(command, target.url, data.folder)
      const micros = (ms: number) => ((ms * 1000) / data.messages).toFixed(1)
      print(
        `${command}: ${(run.ms / 1000).toFixed(1)} s, ${Math.round((data.messages * 1000) / run.ms)} messages a second; ` +
          `us of processor time a message: ${micros(processorMs(source.enginePid()) - before.source)} source, ` +
          `${micros(processorMs(target.pid) - before.target)} target, ${micros(run.processorMs)} command of ${run.mb.toFixed(0)} MB`,
      )
    }
  } finally {
    await rm(data.folder, { recursive: true, force: true })
  }
}

async function startTarget(folder: string) {
  const engine = spawnEngine({ dataFolder: join(folder, 'engine'), program: ENGINE_PROGRAM })
  await once(engine.stdout, 'data')
  engine.stdout.resume()
  engine.stderr.resume()
  return {
    pid: engine.pid ?? 0,
    url: engineUrl(folder),
    async [Symbol.asyncDispose]() {
      const ended = once(engine, 'exit')
      engine.kill('SIGTERM')
      await ended
    },
  }
}

/** The command with the peaks of its processes. */
async function runStore(command: string, url: string, dataFolder: string) {
  const address = new URL(url)
  const env = { ...process.env, LOGYARD_DATA: dataFolder, STORE_USER: `${address.username}:${address.password}` }
  address.username = ''
  address.password = ''
  const startedAtMs = performance.now()
  const child = spawn(process.execPath, [PROGRAM, 'store', command, address.href], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let used = 0
  let mb = 0
  const timer = setInterval(() => {
    const processes = processesOf(child.pid ?? 0)
    used = Math.max(
      used,
      processes.reduce((sum, pid) => sum + processorMs(pid), 0),
    )
    mb = Math.max(mb, ...processes.map(residentMb))
  }, SAMPLE_MS)
  const [code] = await once(child, 'exit')
  clearInterval(timer)
  if (code !== 0) throw new Error(`store ${command} ended with ${code}`)
  return { ms: performance.now() - startedAtMs, processorMs: used, mb }
}
