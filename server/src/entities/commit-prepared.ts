import type { LogyardError } from '../platform/errors.ts'
import type { Prepared } from '../platform/settings/prepared.ts'
import { isWriteConflict, type SettingsStore, UniqueTaken } from '../platform/settings/settings-store.ts'
import type { Kind } from './kind.ts'

/** Prepares again after a concurrent write. It terminates: each failed attempt means that another writer succeeded. */
export async function commitPrepared<T>(
  settings: SettingsStore,
  prepare: () => Promise<Prepared<T>>,
  takenError?: (error: UniqueTaken, entity: T) => LogyardError | undefined,
): Promise<T> {
  for (;;) {
    const { entity, writes, takeEffect } = await prepare()
    try {
      await settings.commit(writes)
    } catch (error) {
      if (isWriteConflict(error)) continue
      throw (error instanceof UniqueTaken ? takenError?.(error, entity) : undefined) ?? error
    }
    await takeEffect()
    return entity
  }
}

/** Deletes the objects in one commit; a missing one is not an error. */
export async function deleteTogether<Stored>(
  settings: SettingsStore,
  kind: Pick<Kind<Stored, never, never>, 'find' | 'prepareDelete'>,
  ids: readonly string[],
): Promise<void> {
  await commitPrepared(settings, async () => {
    const prepared: Prepared<Stored>[] = []
    for (const id of new Set(ids)) if ((await kind.find(id)) !== undefined) prepared.push(await kind.prepareDelete(id))
    return {
      entity: undefined,
      writes: prepared.flatMap(({ writes }) => writes),
      async takeEffect() {
        for (const { takeEffect } of prepared) await takeEffect()
      },
    }
  })
}
