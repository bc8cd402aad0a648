/** Collectors as administrators change them. */
import type { CollectorCheck, CollectorDraft } from '@logyard/contract/sidecars/collectors'
import { MAX_COLLECTORS } from '@logyard/contract/sidecars/sidecar-limits'
import type { Problems } from '../../http/validation-answer.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Prepared } from '../../platform/settings/prepared.ts'
import type { Replica } from '../../platform/settings/replica.ts'
import { UniqueTaken } from '../../platform/settings/settings-store.ts'
import { collectorInUse, collectorNotFound, collectorRefused, tooMany } from '../sidecar-errors.ts'
import { collectorOf, collectorProblems } from './collector-rules.ts'
import type { CollectorStore, StoredCollector } from './collector-store.ts'

export interface CollectorServiceDeps {
  readonly store: CollectorStore
  readonly replica: Replica<StoredCollector>
  /** Whether a configuration belongs to the collector. */
  readonly isInUse: (collectorId: string) => Promise<boolean>
  readonly ids: Ids
}

export type CollectorService = ReturnType<typeof createCollectorService>

export function createCollectorService({ store, replica, isInUse, ids }: CollectorServiceDeps) {
  async function list(): Promise<readonly StoredCollector[]> {
    await replica.fresh()
    return replica.list()
  }

  async function get(id: string): Promise<StoredCollector> {
    await replica.fresh()
    const collector = replica.find(id)
    if (collector === undefined) throw collectorNotFound(id)
    return collector
  }

  async function check(draft: CollectorCheck, id: string | undefined): Promise<void> {
    refuse(collectorProblems(draft, id, await list()))
  }

  /** Throws if there cannot be so many more. */
  async function requireRoom(more: number): Promise<void> {
    if ((await list()).length + more > MAX_COLLECTORS) throw tooMany('collectors', MAX_COLLECTORS)
  }

  async function create(draft: CollectorDraft): Promise<StoredCollector> {
    await check(draft, undefined)
    await requireRoom(1)
    return refusingTaken(draft, () => store.insert(collectorOf(ids.next(), draft)))
  }

  return {
    list,
    get,
    create,
    requireRoom,
    /** Grows with every change. */
    async generation(): Promise<number> {
      await replica.fresh()
      return replica.generation()
    },
    async problemsOf(draft: CollectorCheck): Promise<Problems> {
      return collectorProblems(draft, draft.id ?? undefined, await list())
    },
    async update(id: string, draft: CollectorDraft): Promise<StoredCollector> {
      await get(id)
      await check(draft, id)
      const changed = await refusingTaken(draft, () => store.update(id, () => collectorOf(id, draft)))
      if (changed === undefined) throw collectorNotFound(id)
      return changed
    },
    /** To be stored together with others. With an id it replaces that collector. */
    async preparing(draft: CollectorDraft, id: string | undefined): Promise<Prepared<StoredCollector>> {
      const before = id === undefined ? undefined : await store.findVersioned(id)
      await check(draft, before?.document.id)
      const collector = collectorOf(before?.document.id ?? ids.next(), draft)
      const write = before === undefined ? store.inserting(collector) : store.replacing(collector, before.version)
      return { entity: collector, writes: [write], takeEffect: async () => undefined }
    },
    copy: async (id: string, name: string) => create({ ...(await get(id)), name }),
    /** Returns whether there was one. */
    async delete(id: string): Promise<boolean> {
      if (await isInUse(id)) throw collectorInUse()
      return store.delete(id)
    },
  }
}

function refuse(problems: Problems): void {
  if (Object.keys(problems).length > 0) throw collectorRefused(problems)
}

/** Two requests at once can pass the check with the same name. */
async function refusingTaken<Result>(draft: CollectorDraft, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (!(error instanceof UniqueTaken)) throw error
    const { name, node_operating_system: os } = draft
    throw collectorRefused({ name: [`Collector "${name}" already exists for the "${os}" operating system.`] })
  }
}
