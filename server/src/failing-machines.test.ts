import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { rounds } from './testing/rounds.ts'

const MESSAGES = rounds(0, 2_000_000)
const LIMIT_MS = 3_600_000
const PROGRAM = join(import.meta.dirname, 'testing', 'machines', 'failing-machines.ts')

/** It needs the network namespaces of Linux, and so root. */
const isPossible = MESSAGES > 0 && process.platform === 'linux' && process.getuid?.() === 0

test.runIf(isPossible)(
  'three nodes store each acknowledged message once, and lose nothing, while machines fail in turn',
  async () => {
    const { stdout } = await promisify(execFile)('unshare', ['--net', process.execPath, PROGRAM, `${MESSAGES}`])
    expect(stdout).toContain(' 0 things are wrong')
  },
  LIMIT_MS,
)
