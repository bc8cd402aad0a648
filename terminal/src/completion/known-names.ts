/** Names of fields and streams for completion: asked for once in some minutes. */
import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { CompletableField } from '@logyard/languages/query/editor/complete-query'
import type { Api } from '../api/api.ts'
import { listFields, pageStreams } from '../api/routes.ts'
import type { Connection } from '../connection/connection.ts'
import { writePrivateFile } from '../connection/private-files.ts'
import { cacheFolder } from '../connection/user-folders.ts'

export interface KnownNames {
  readonly fields: readonly CompletableField[]
  /** Their titles. */
  readonly streams: readonly string[]
}

const FRESH_MS = 5 * 60_000
const MAX_FIELDS = 5000
const MAX_STREAMS = 500

export async function knownNames(api: Api, { url, token }: Connection, env: NodeJS.ProcessEnv): Promise<KnownNames> {
  const digest = createHash('sha256').update(`${url}\0${token}`).digest('hex').slice(0, 32)
  const path = join(cacheFolder(env), `completion-${digest}.json`)
  const cached = readCached(path)
  if (cached !== undefined) return cached
  const query = { page: 1, per_page: MAX_STREAMS, sort: 'title' }
  const [fields, { streams }] = await Promise.all([api.call(listFields), api.call(pageStreams, { query })])
  const names: KnownNames = {
    fields: fields.slice(0, MAX_FIELDS).map(({ name, type }) => ({ name, type: type.type, isInStreams: true })),
    streams: streams.map(({ title }) => title),
  }
  writePrivateFile(path, JSON.stringify(names))
  return names
}

/** The file is this program's own. */
function readCached(path: string): KnownNames | undefined {
  try {
    if (Date.now() - statSync(path).mtimeMs > FRESH_MS) return undefined
    const names: KnownNames = JSON.parse(readFileSync(path, 'utf8'))
    return names
  } catch {
    return undefined
  }
}
