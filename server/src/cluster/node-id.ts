import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LogyardError } from '../platform/errors.ts'
import type { Ids } from '../platform/ids.ts'

export const NODE_ID_FILE = 'node-id'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const nodeIdUnreadable = (path: string) =>
  new LogyardError('invalid', 'node-id-unreadable', `${path} has no node id; delete it to become a new node`)

/** The id of this node, created at the first start and stored in the data folder. */
export async function readNodeId(dataFolder: string, ids: Ids): Promise<string> {
  const path = join(dataFolder, NODE_ID_FILE)
  const stored = await readIfThere(path)
  if (stored !== undefined) {
    const id = stored.trim()
    if (!UUID.test(id)) throw nodeIdUnreadable(path)
    return id
  }
  const id = ids.uuid()
  // A rename is atomic: a crash here cannot leave half an id behind.
  await writeFile(`${path}.new`, `${id}\n`, { mode: 0o600, flush: true })
  await rename(`${path}.new`, path)
  return id
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
