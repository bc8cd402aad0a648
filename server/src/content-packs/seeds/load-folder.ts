/** Adds the content packs of a folder at a start, and installs those that the settings name. */
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type ContentPack, ContentPackDraft } from '@logyard/contract/content-packs/content-packs'
import { LARGE_BODY_BYTES } from '@logyard/contract/http/operation'
import { Value } from 'typebox/value'
import { stableUuid } from '../../entities/stable-uuid.ts'
import type { Caller } from '../../http/caller.ts'
import type { Log } from '../../platform/log.ts'
import { packRefused } from '../content-pack-errors.ts'
import type { Installations } from '../installations/installations.ts'
import type { ContentPacks } from '../packs/pack-service.ts'
import { isLegacy } from '../packs/read-pack.ts'

const COMMENT = 'Installed by auto loader'

export interface LoadFolderDeps {
  readonly folder: string
  /** Names of files. */
  readonly installed: ReadonlySet<string>
  readonly packs: Pick<ContentPacks, 'find' | 'add'>
  readonly installations: Pick<Installations, 'list' | 'install'>
  readonly caller: () => Promise<Caller | undefined>
  readonly log: Log
}

/** Invalid files are logged and left out. */
export async function loadFolder(deps: LoadFolderDeps, signal: AbortSignal): Promise<void> {
  const { folder, log } = deps
  let names: string[]
  try {
    names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort()
  } catch (error) {
    log.warn({ err: error, folder }, 'the folder of content packs cannot be read')
    return
  }
  for (const name of names) {
    if (signal.aborted) return
    try {
      await loadFile(deps, name, signal)
    } catch (error) {
      log.warn({ err: error, file: name }, 'the file is left out of the content packs')
    }
  }
}

async function loadFile(deps: LoadFolderDeps, name: string, signal: AbortSignal): Promise<void> {
  const { folder, installed, packs, log } = deps
  const path = join(folder, name)
  const { size } = await stat(path)
  if (size > LARGE_BODY_BYTES) throw packRefused(`${name} has more than ${LARGE_BODY_BYTES} bytes`)
  const text = await readFile(path, 'utf8')
  const read: unknown = JSON.parse(text)
  if (!Value.Check(ContentPackDraft, read)) {
    const [error] = Value.Errors(ContentPackDraft, read)
    throw packRefused(`${name} is no content pack: ${error?.instancePath ?? ''} ${error?.message ?? ''}`)
  }
  // With a random id it would be added again at each start.
  const draft = isLegacy(read) ? { ...read, id: read.id || stableUuid(text) } : read
  const known =
    typeof draft.id === 'string' ? await packs.find(draft.id, isLegacy(draft) ? 0 : (draft.rev ?? 0)) : undefined
  const pack = known ?? (await packs.add(draft))
  if (known === undefined) log.info({ file: name, packId: pack.id, rev: pack.rev }, 'content pack added')
  if (installed.has(name)) await installOnce(deps, pack, signal)
}

async function installOnce(
  { installations, caller, log }: LoadFolderDeps,
  pack: ContentPack,
  signal: AbortSignal,
): Promise<void> {
  const existing = await installations.list(pack.id)
  if (existing.some(({ content_pack_revision }) => content_pack_revision === pack.rev)) return
  const by = await caller()
  if (by === undefined) throw packRefused('the root user is disabled, so nothing is installed in its name')
  await installations.install(pack, { comment: COMMENT }, { caller: by, signal })
  log.info({ packId: pack.id, rev: pack.rev }, 'content pack installed')
}
