/**
 * Gathers the facts that are needed to find the cause of a problem. Each part is read for a bounded time, cut to a
 * bounded size, and cleared of secrets, whatever it contains. A part that fails does not stop the others.
 */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Clock } from '../platform/clock.ts'
import { LogyardError } from '../platform/errors.ts'
import { type ArchiveFile, tarArchive } from './tar-archive.ts'

export interface BundlePart {
  /** The name of its file; `.json` for a value, `.txt` for a text. */
  readonly name: string
  /** A text as it is, any other value as JSON. */
  read(signal: AbortSignal): unknown
}

export interface SupportBundles {
  create(signal: AbortSignal): Promise<{ readonly name: string; readonly bytes: Buffer }>
}

const PART_LIMIT_MS = 15_000
const MAX_PART_BYTES = 4 * 1024 * 1024
const compress = promisify(gzip)

const bundleBusy = () =>
  new LogyardError(
    'overloaded',
    'support-bundle-busy',
    'A support bundle is being created already. Try again once it is complete.',
  )

export function createSupportBundles(deps: {
  readonly parts: readonly BundlePart[]
  /** Replaces secrets in the text of a file. */
  readonly clearSecrets: (text: string) => string
  readonly clock: Clock
  /** Facts for the list of files. */
  readonly about: Readonly<Record<string, string>>
}): SupportBundles {
  const { parts, clearSecrets, clock, about } = deps
  let isBusy = false

  async function create(signal: AbortSignal) {
    const at = clock.now()
    const folder = `logyard-support-${at.toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length).replaceAll(/[T:]/g, '-')}`
    const files: ArchiveFile[] = []
    const listed: object[] = []
    for (const part of parts) {
      signal.throwIfAborted()
      const { text, ...facts } = await readPart(part, signal)
      const bytes = cut(clearSecrets(text))
      listed.push({ file: part.name, bytes: bytes.length, is_cut: bytes.length === MAX_PART_BYTES, ...facts })
      files.push({ name: `${folder}/${part.name}`, bytes })
    }
    const list = { created_at: at.toISOString(), ...about, files: listed }
    files.unshift({ name: `${folder}/bundle.json`, bytes: Buffer.from(clearSecrets(jsonOf(list))) })
    return { name: `${folder}.tar.gz`, bytes: await compress(tarArchive(files, at)) }
  }

  async function readPart(part: BundlePart, signal: AbortSignal): Promise<{ text: string; problem?: string }> {
    const limit = new AbortController()
    const ended = AbortSignal.any([signal, limit.signal])
    const timer = clock.sleep(PART_LIMIT_MS, ended).then(
      () => limit.abort(new Error(`not read within ${PART_LIMIT_MS / 1000} s`)),
      () => undefined,
    )
    try {
      const value = await untilAborted(Promise.resolve(part.read(ended)), ended)
      return { text: typeof value === 'string' ? value : jsonOf(value) }
    } catch (error) {
      signal.throwIfAborted()
      return { text: '', problem: error instanceof Error ? error.message : String(error) }
    } finally {
      limit.abort()
      await timer
    }
  }

  return {
    async create(signal) {
      if (isBusy) throw bundleBusy()
      isBusy = true
      try {
        return await create(signal)
      } finally {
        isBusy = false
      }
    },
  }
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', stop))
}

const jsonOf = (value: unknown) => `${JSON.stringify(value, undefined, 2) ?? 'null'}\n`

/** The beginning, whole characters only. */
function cut(text: string): Buffer {
  const bytes = Buffer.from(text)
  return bytes.length <= MAX_PART_BYTES ? bytes : bytes.subarray(0, MAX_PART_BYTES)
}
