/** Tells administrators of files with messages that the engine could not read at its start, and has set aside. */
import { sql } from '@logyard/languages/sql/sql'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Notifications } from '../../notices/notifications.ts'
import type { Log } from '../../platform/log.ts'
import type { Engine } from './engine.ts'

/** Folders that are listed. */
const MOST = 100
const SET_ASIDE = sql`SELECT path FROM system.detached_parts
  WHERE database = currentDatabase() AND startsWith(reason, 'broken') ORDER BY path LIMIT ${MOST}`
const Parts = Type.Array(Type.Object({ path: Type.String() }))

/** Each time that the engine starts. */
export function tellDamagedParts(deps: {
  readonly engine: Pick<Engine, 'stores' | 'state' | 'onState'>
  readonly notifications: Pick<Notifications, 'raise'>
  readonly log: Log
}): Disposable {
  const { engine, notifications, log } = deps

  async function look(): Promise<void> {
    const up = engine.stores.servers().filter(({ store }) => store.state() === 'up')
    const found = up.map(async ({ store }) => {
      const answer = await store.client.query({ query: SET_ASIDE, format: 'JSONEachRow' })
      return Value.Parse(Parts, await answer.json()).map(({ path }) => path)
    })
    const paths = (await Promise.all(found)).flat()
    const [first] = paths
    if (first === undefined) return
    log.error({ paths }, 'files with messages are damaged and set aside')
    const number = paths.length < MOST ? paths.length : `at least ${MOST}`
    const title = 'Messages in the message store are damaged'
    const description = `The message store could not read ${number} folders with messages, and has set them aside. These messages are not found; all others are. The first folder is ${first}. Look at the disk, restore the messages from a backup, and delete the folders: until then this notice comes back at each start.`
    await notifications.raise('generic', 'urgent', { title, description, page: 'node' })
  }
  const lookSoon = () => void look().catch((error: unknown) => log.warn({ err: error }, 'damaged files are not known'))

  if (engine.state() === 'up') lookSoon()
  return engine.onState((state) => {
    if (state === 'up') lookSoon()
  })
}
