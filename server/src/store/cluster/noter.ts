/** Notes for the other nodes what this one has ended, whenever the state of the cluster changes. */
import type { Mutex } from '../../platform/mutex.ts'
import type { Batches } from './batches.ts'
import type { ClusterState } from './cluster-state.ts'
import type { createJoins } from './joins.ts'
import type { NodeNotes } from './node-notes.ts'

export interface NoterDeps {
  readonly others: Pick<NodeNotes, 'note'>
  current(): ClusterState | undefined
  readonly batches: Pick<Batches, 'untilEnded'>
  readonly joins: Pick<ReturnType<typeof createJoins>, 'untilLeftEnded'>
  /** In which the tables of an epoch are made. */
  readonly inTurn: Mutex
  readonly stopping: AbortSignal
}

export function createNoter({ others, current, batches, joins, inTurn, stopping }: NoterDeps) {
  const epoch = createFollower(
    () => current()?.epoch ?? 0,
    async (reached) => {
      await inTurn(async () => undefined)
      await others.note({ epoch: reached })
    },
  )
  const waits = createFollower(
    () => current()?.waits ?? 0,
    async (reached) => {
      await Promise.all([batches.untilEnded(stopping), joins.untilLeftEnded()])
      await others.note({ waits: reached })
    },
  )
  return {
    noteChanges() {
      epoch.follow()
      waits.follow()
    },
    ended: async () => void (await Promise.all([epoch.ended(), waits.ended()])),
  }
}

/** Runs `reach` for the value whenever it has grown, one run after the other. */
function createFollower(value: () => number, reach: (value: number) => Promise<void>) {
  let reached = 0
  let running: Promise<void> | undefined
  const run = async () => {
    for (let next = value(); next > reached; next = value()) {
      await reach(next)
      reached = next
    }
  }
  return {
    follow() {
      // It fails only while the engine stops.
      running ??= run()
        .catch(() => undefined)
        .finally(() => {
          running = undefined
        })
    },
    ended: async () => void (await running),
  }
}
