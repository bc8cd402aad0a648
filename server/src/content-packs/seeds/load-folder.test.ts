import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { callerOf } from '../../identity/accounts/caller-of.ts'
import { systemClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { createMutex } from '../../platform/mutex.ts'
import { countingIds } from '../../testing/counting-ids.ts'
import { startIdentity } from '../../testing/start-identity.ts'
import { installationCollection } from '../installation-store.ts'
import { createPackService } from '../packs/pack-service.ts'
import { packOf, stream, string } from '../testing/pack-drafts.ts'
import { type LoadFolderDeps, loadFolder } from './load-folder.ts'

async function loadedBy(isRootEnabled: boolean) {
  const folder = await mkdtemp(join(tmpdir(), 'logyard-folder-'))
  await using _removed = { [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
  await using logyard = await startIdentity({ isRootEnabled })
  const { settings, identity } = logyard
  const pack = packOf([stream(string('Loaded'))])
  await writeFile(join(folder, 'web.json'), JSON.stringify(pack))
  const packs = createPackService({
    ...{ settings, ids: countingIds(), inTurn: createMutex(), clock: systemClock },
    installations: settings.collection(installationCollection),
  })
  const installers: string[] = []
  const lines: string[] = []
  const deps: LoadFolderDeps = {
    ...{ folder, packs, installed: new Set(['web.json']) },
    installations: {
      list: async () => [],
      async install(_pack, _request, { caller }) {
        installers.push(caller.username)
        throw new Error('nothing is installed here')
      },
    },
    async caller() {
      const root = (await identity.accounts.read()).root()
      return root && callerOf(root)
    },
    log: createLog('info', { write: (line: string) => void lines.push(line) }),
  }
  await loadFolder(deps, new AbortController().signal)
  // It is added in any case, so that an administrator can install it.
  expect(await packs.find(pack.id, 1)).toMatchObject({ id: pack.id })
  return { installers, isExplained: lines.some((line) => line.includes('the root user is disabled')) }
}

test('packs of the folder are installed only while the root user is enabled', async () => {
  expect(await loadedBy(true)).toEqual({ installers: ['admin'], isExplained: false })
  expect(await loadedBy(false)).toEqual({ installers: [], isExplained: true })
})
