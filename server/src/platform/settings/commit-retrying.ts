import { isLostRace, type SettingsStore, type Write } from './settings-store.ts'

const ATTEMPTS = 5

/** Commits the writes that `prepare` decides on; retries if another writer changed something meanwhile. */
export async function commitRetrying<Answer>(
  settings: SettingsStore,
  prepare: () => Promise<{ readonly writes: readonly Write[]; readonly answer: Answer }>,
): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const { writes, answer } = await prepare()
    try {
      if (writes.length > 0) await settings.commit(writes)
      return answer
    } catch (error) {
      if (!isLostRace(error) || attempt === ATTEMPTS) throw error
    }
  }
}
