/** Which configurations a sidecar has: those assigned to it, and those that share a tag with it. */

import { MAX_TAGS } from '@logyard/contract/sidecars/sidecar-limits'
import { ConfigurationAssignment } from '@logyard/contract/sidecars/sidecars'
import { type Static, Type } from 'typebox'
import type { Replica } from '../../platform/settings/replica.ts'
import { defineCollection, type SettingsStore, type Write } from '../../platform/settings/settings-store.ts'
import type { CollectorKind } from '../collectors/collector-kind.ts'
import type { StoredCollector } from '../collectors/collector-store.ts'
import type { ConfigurationKind } from '../configurations/configuration-kind.ts'
import type { StoredConfiguration } from '../configurations/configuration-store.ts'
import type { StoredRegistration } from '../registrations/registration-store.ts'
import { collectorMismatch, filterRefused } from '../sidecar-errors.ts'

/** The assignments and tags that administrators gave to a sidecar; the id is its node id. */
const StoredAssignment = Type.Object({
  id: Type.String(),
  /** Null until a configuration was assigned for the first time. */
  assignments: Type.Union([Type.Array(ConfigurationAssignment), Type.Null()]),
  tags: Type.Array(Type.String()),
})
type StoredAssignment = Static<typeof StoredAssignment>

export const assignmentCollection = defineCollection({
  name: 'sidecar_assignments',
  audit: { type: 'sidecar-assignment' },
  schema: StoredAssignment,
  keys: {
    configuration: {
      unique: false,
      of: ({ assignments }: StoredAssignment) => (assignments ?? []).map(({ configuration_id }) => configuration_id),
    },
  },
})

export interface AssignmentDeps {
  readonly settings: SettingsStore
  readonly replica: Replica<StoredAssignment>
  readonly collectors: Pick<CollectorKind, 'get' | 'list'>
  readonly configurations: Pick<ConfigurationKind, 'get' | 'list'>
}

export interface AssignedConfigurations {
  /** Null until a configuration was assigned for the first time. */
  readonly assignments: readonly ConfigurationAssignment[] | null
  readonly tags: readonly string[]
  readonly byTags: readonly ConfigurationAssignment[]
}

export type Assignments = ReturnType<typeof createAssignments>

export function createAssignments(deps: AssignmentDeps) {
  const { settings, replica } = deps
  const store = settings.collection(assignmentCollection)
  // Replacing assignments and changing tags write the same documents.
  const inTurn = settings.turns('sidecar assignments')

  async function writeAll(nodeIds: Iterable<string>, change: (before: StoredAssignment) => StoredAssignment) {
    await replica.fresh()
    const writes: Write[] = []
    for (const nodeId of nodeIds) {
      const before = replica.find(nodeId)
      const after = change(before ?? { id: nodeId, assignments: null, tags: [] })
      writes.push(before === undefined ? store.inserting(after) : store.replacing(after))
    }
    if (writes.length > 0) await settings.commit(writes)
  }

  return {
    /** Answers for many sidecars without waiting in between. */
    async reader(): Promise<(sidecar: StoredRegistration) => AssignedConfigurations> {
      await replica.fresh()
      const tagged = (await deps.configurations.list()).filter(({ tags }) => tags.length > 0)
      const collectors = new Map((await deps.collectors.list()).map((collector) => [collector.id, collector]))
      return (sidecar) => {
        const { assignments, tags } = replica.find(sidecar.node_id) ?? NOTHING_ASSIGNED
        return { assignments, tags, byTags: matching(sidecar, { assignments, tags }, tagged, collectors) }
      }
    },
    /** The ids of the nodes to which the configuration is assigned, not by tags. */
    async nodesOf(configurationId: string): Promise<readonly string[]> {
      await replica.fresh()
      return replica.listBy('configuration', configurationId).map(({ id }) => id)
    },
    /** Checks all before anything is written. */
    async replace(requested: ReadonlyMap<string, readonly ConfigurationAssignment[]>): Promise<void> {
      await checkAll(deps, [...requested.values()].flat())
      await inTurn(() =>
        writeAll(requested.keys(), (before) => ({ ...before, assignments: [...(requested.get(before.id) ?? [])] })),
      )
    },
    changeTags: (nodeIds: readonly string[], added: readonly string[], removed: readonly string[]): Promise<void> =>
      inTurn(() =>
        writeAll(new Set(nodeIds), (before) => {
          const tags = [...new Set([...before.tags, ...added])].filter((tag) => !removed.includes(tag))
          if (tags.length > MAX_TAGS) throw filterRefused(`A sidecar has at most ${MAX_TAGS} tags`)
          return { ...before, tags }
        }),
      ),
    async delete(nodeIds: readonly string[]): Promise<void> {
      await replica.fresh()
      const known = nodeIds.filter((nodeId) => replica.find(nodeId) !== undefined)
      if (known.length > 0) await inTurn(() => settings.commit(known.map((nodeId) => store.deleting(nodeId))))
    },
  }
}

const NOTHING_ASSIGNED: Pick<StoredAssignment, 'assignments' | 'tags'> = { assignments: null, tags: [] }

/** An operating system is written `Linux` by agents, and `linux` in collectors. */
export const isCompatible = (sidecar: StoredRegistration, collector: StoredCollector): boolean =>
  collector.node_operating_system === sidecar.node_details.operating_system.toLowerCase()

/** Without those that are assigned anyway. */
function matching(
  sidecar: StoredRegistration,
  { assignments, tags }: Pick<StoredAssignment, 'assignments' | 'tags'>,
  tagged: readonly StoredConfiguration[],
  collectors: ReadonlyMap<string, StoredCollector>,
): readonly ConfigurationAssignment[] {
  if (tags.length === 0) return []
  const assigned = new Set((assignments ?? []).map(({ configuration_id }) => configuration_id))
  return tagged.flatMap((configuration) => {
    const collector = collectors.get(configuration.collector_id)
    if (collector === undefined || !isCompatible(sidecar, collector) || assigned.has(configuration.id)) return []
    if (!configuration.tags.some((tag) => tags.includes(tag))) return []
    return [{ collector_id: collector.id, configuration_id: configuration.id }]
  })
}

async function checkAll(
  { collectors, configurations }: AssignmentDeps,
  assignments: readonly ConfigurationAssignment[],
): Promise<void> {
  const checked = new Set<string>()
  for (const { collector_id, configuration_id } of assignments) {
    const key = `${collector_id} ${configuration_id}`
    if (checked.has(key)) continue
    checked.add(key)
    const collector = await collectors.get(collector_id)
    const configuration = await configurations.get(configuration_id)
    if (configuration.collector_id !== collector.id) throw collectorMismatch(configuration_id, collector_id)
  }
}
