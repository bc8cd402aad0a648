import { type Argon2Parameters, argon2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Clock } from '../../platform/clock.ts'
import { LogyardError } from '../../platform/errors.ts'
import { createFairQueue } from '../../platform/fair-queue/fair-queue.ts'
import type { Ids } from '../../platform/ids.ts'

/**
 * Argon2id with 19 MiB and two passes: the minimum that OWASP recommends, about 25 ms on a small server. The hash text
 * names its parameters, so they can be raised here: older hashes are replaced at the next sign-in.
 */
const COST: PasswordCost = { memory: 19_456, passes: 2 }
const PARALLELISM = 1
const SALT_BYTES = 16
const HASH_BYTES = 32

/** Half of Node's worker threads: a flood of sign-ins leaves the other half for files. */
const AT_ONCE = 2
const WAITING_LIMIT = 64

/** Cost of one hash: its memory in KiB, and how often it goes through that. */
export interface PasswordCost {
  readonly memory: number
  readonly passes: number
}

export type PasswordHasher = ReturnType<typeof createPasswordHasher>

interface ReadHash extends PasswordCost {
  readonly parallelism: number
  readonly salt: Buffer
  readonly tag: Buffer
}

const tooManySignIns = () =>
  new LogyardError('overloaded', 'too-many-sign-ins', 'Too many passwords are being checked, try again in a second', {
    retryAfterSeconds: 1,
  })

export function createPasswordHasher(deps: {
  readonly ids: Ids
  readonly clock: Clock
  readonly cost?: PasswordCost | undefined
}) {
  const { ids, clock, cost = COST } = deps
  const derive = promisify((parameters: Argon2Parameters, done: (error: Error | null, key: Buffer) => void) =>
    argon2('argon2id', parameters, done),
  )
  const queue = createFairQueue({ clock, places: AT_ONCE, waiting: WAITING_LIMIT, refuse: tooManySignIns })
  /** Nobody is signed in yet: all share one queue, in the order of their arrival. */
  const turn = { owner: '', object: '', signal: new AbortController().signal }
  const decoy: ReadHash = {
    ...cost,
    parallelism: PARALLELISM,
    salt: ids.bytes(SALT_BYTES),
    tag: ids.bytes(HASH_BYTES),
  }

  const keyOf = async (password: string, { memory, passes, parallelism, salt, tag }: ReadHash): Promise<Buffer> => {
    using _place = await queue.acquire(turn)
    const message = Buffer.from(password.normalize('NFC'), 'utf8')
    return await derive({ message, nonce: salt, memory, passes, parallelism, tagLength: tag.length })
  }

  return {
    async hash(password: string) {
      const salt = ids.bytes(SALT_BYTES)
      const tag = await keyOf(password, { ...decoy, salt })
      return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${PARALLELISM}$${unpadded(salt)}$${unpadded(tag)}`
    },
    /** A missing or unreadable hash takes as long as a wrong password. */
    async verify(hash: string, password: string) {
      const read = readHash(hash)
      const expected = read ?? decoy
      const isEqual = timingSafeEqual(await keyOf(password, expected), expected.tag)
      return isEqual && read !== undefined
    },
    isOutdated(hash: string) {
      const read = readHash(hash)
      return read !== undefined && (read.memory < cost.memory || read.passes < cost.passes)
    },
  }
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

function readHash(hash: string): ReadHash | undefined {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(hash)
  if (match === null) return undefined
  const [, memory, passes, parallelism, salt = '', tag = ''] = match
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}
