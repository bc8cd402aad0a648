import type { Notifications } from '../../notices/notifications.ts'
import type { SystemMessages } from '../../notices/system-messages.ts'
import type { Log } from '../../platform/log.ts'
import { eachWritableSet } from './each-writable-set.ts'
import type { IndexLookup } from './index-lookup.ts'
import type { IndexSetStore, StoredIndexSet } from './index-set-store.ts'
import { retentionKindOf } from './index-strategies.ts'
import type { Indices } from './indices.ts'

/** How the system message begins that says what became of an index. */
const beginOfMessage = (verb: 'close' | 'delete', name: string) =>
  `${verb === 'close' ? 'Closed' : 'Deleted'} index ${name}:`

/** When retention closed or deleted an index, as far as system messages go back. */
export async function retentionTimes(messages: Pick<SystemMessages, 'of'>) {
  const written = await messages.of('Retention')
  return (verb: 'close' | 'delete', name: string): string | undefined =>
    written.findLast(({ content }) => content.startsWith(beginOfMessage(verb, name)))?.timestamp
}

/** Closes or deletes the oldest indices of every writable set that exceeds its limit. */
export function createIndexRetention(deps: {
  readonly store: Pick<IndexSetStore, 'sets'>
  readonly lookup: IndexLookup
  readonly indices: Indices
  readonly notifications: Notifications
  readonly messages: SystemMessages
  readonly log: Log
}) {
  const { store, lookup, indices, notifications, messages, log } = deps

  /** Reopened indices are neither counted nor removed, because a user wants them. The write index counts, and stays. */
  async function surplus(set: StoredIndexSet): Promise<readonly string[]> {
    const counted = (await lookup.list(set.id)).filter(({ index }) => index.state === 'open' && !index.is_reopened)
    const tooMany = Math.max(counted.length - set.retention_strategy.max_number_of_indices, 0)
    const oldestFirst = counted.filter(({ isWriteIndex }) => !isWriteIndex).map(({ index }) => index.id)
    return oldestFirst.slice(0, tooMany)
  }

  async function retain(set: StoredIndexSet, verb: 'close' | 'delete'): Promise<void> {
    const kept = set.retention_strategy.max_number_of_indices
    for (const name of await surplus(set)) {
      await indices[verb](name)
      const about = beginOfMessage(verb, name)
      await messages.write('Retention', `${about} index set <${set.title}> is to keep ${kept} open.`)
      log.info({ index: name, verb }, 'retention took an index')
    }
  }

  return {
    async run() {
      await eachWritableSet({ store, log }, async (set) => {
        const kind = retentionKindOf(set.retention_strategy_class)
        if (kind === undefined) await notifications.raise('generic', 'urgent', unknownStrategy(set))
        else if (kind !== 'none') await retain(set, kind)
      })
    },
  }
}

const unknownStrategy = ({ title, retention_strategy_class }: StoredIndexSet) => ({
  title: 'Index Retention Problem!',
  description: `Old indices of index set ${title} are not deleted: the strategy ${retention_strategy_class} is not known. Edit the index set and choose another one.`,
  page: 'indices',
})
