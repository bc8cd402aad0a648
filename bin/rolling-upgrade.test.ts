import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { rounds } from '../server/src/testing/rounds.ts'
import { temporaryFolder } from '../server/src/testing/temporary-folder.ts'
import { buildNextVersion } from './next-version.ts'

const LIMIT_MS = 900_000
const root = join(import.meta.dirname, '..')
const PROGRAM = join(root, 'server', 'src', 'testing', 'machines', 'rolling-upgrade.ts')

/** It needs the network namespaces of Linux, and so root. */
const isPossible = rounds(0, 1) > 0 && process.platform === 'linux' && process.getuid?.() === 0

test.runIf(isPossible)(
  'three nodes are upgraded one after the other: no message is lost, and no call meets a node that has stopped',
  async () => {
    await using folder = await temporaryFolder()
    const next = await buildNextVersion(root, folder.path)
    const { stdout } = await promisify(execFile)('unshare', ['--net', process.execPath, PROGRAM, next])
    expect(stdout).toContain(' 0 things are wrong')
  },
  LIMIT_MS,
)
