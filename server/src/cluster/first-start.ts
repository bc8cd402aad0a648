import type { SettingsStore } from '../platform/settings/settings-store.ts'
import { clusterFacts } from './cluster-id.ts'

/**
 * Until a node has started once, only one node starts at a time: two would create the same users, streams and index sets.
 * Call what it answers when the start is complete.
 */
export async function enterFirstStart(settings: SettingsStore): Promise<() => Promise<void>> {
  const facts = settings.collection(clusterFacts)
  const isComplete = async () => (await facts.find('cluster'))?.is_set_up === true
  if (await isComplete()) return async () => undefined
  const entered = Promise.withResolvers<void>()
  const left = Promise.withResolvers<void>()
  const turn = settings.turns('first start')(async () => {
    entered.resolve()
    await left.promise
  })
  turn.catch(entered.reject)
  await entered.promise
  // Another node was first.
  if (await isComplete()) left.resolve()
  return async () => {
    await facts.update('cluster', (stored) => ({ ...stored, is_set_up: true }))
    left.resolve()
    await turn
  }
}
