import { Type } from 'typebox'
import type { Ids } from '../platform/ids.ts'
import { defineCollection, type SettingsStore } from '../platform/settings/settings-store.ts'
import { unlessTaken } from '../platform/settings/unless-taken.ts'

export const clusterFacts = defineCollection({
  name: 'cluster_facts',
  audit: 'note',
  schema: Type.Object({
    id: Type.Literal('cluster'),
    cluster_id: Type.String(),
    is_set_up: Type.Optional(Type.Boolean({ description: 'True once a node has started with these settings' })),
  }),
})

/** The id that all nodes with the same settings share; the first node creates it. */
export async function readClusterId(settings: SettingsStore, ids: Ids): Promise<string> {
  const facts = settings.collection(clusterFacts)
  const stored = await facts.find('cluster')
  if (stored !== undefined) return stored.cluster_id
  // Another node may create it first.
  await unlessTaken(facts.insert({ id: 'cluster', cluster_id: ids.uuid() }))
  return readClusterId(settings, ids)
}
