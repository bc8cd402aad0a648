/** Checks an uploaded pack, of either format, and fills in its defaults. */
import type { ContentPack, ContentPackDraft } from '@logyard/contract/content-packs/content-packs'
import type { PackEntity } from '@logyard/contract/content-packs/model-types'
import { API_VERSION } from '../../machine/version.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import { CURRENT_SERVER, describe } from '../constraints.ts'
import { packRefused } from '../content-pack-errors.ts'

const GENERATED = '[auto-generated]'
export const MAX_PACK_CONSTRAINTS = 100
const LAST_INSTANT_MS = Date.UTC(9999, 11, 31)

interface Deps {
  readonly clock: Clock
  readonly ids: Ids
}

export function readPack(draft: ContentPackDraft, deps: Deps): ContentPack {
  return isLegacy(draft) ? readLegacy(draft, deps) : readCurrent(draft, deps)
}

/** The version of packs of today is the number 1, or a text of it. */
export const isLegacy = ({ v }: ContentPackDraft) => String(v ?? '').trim() !== '1'

function readCurrent(draft: ContentPackDraft, { clock }: Deps): ContentPack {
  const { id, rev, name, summary, description, vendor, url, entities, parameters = [] } = draft
  const required = { id, rev, name, summary, description, vendor, url, entities }
  const missing = Object.entries(required).find(([, value]) => value === undefined || value === null)
  if (missing !== undefined) throw packRefused(`Missing required property ${missing[0]}`)
  if (id === undefined || id === null || id.trim() === '') throw packRefused('ID must not be blank')
  if (!id.isWellFormed()) throw packRefused('ID must be valid Unicode')
  if (rev === undefined || rev < 1) throw packRefused('The revision must be a positive number')
  requireUrl(url ?? '')
  requireUnique(
    parameters.map((parameter) => parameter.name),
    'parameters',
  )
  requireUnique(
    (entities ?? []).map((entity) => `${entity.type.name} ${entity.id}`),
    'entities',
  )
  requireFewConstraints(entities ?? [])
  return {
    ...{ v: '1', id, rev, name: name ?? '', summary: summary ?? '', description: description ?? '' },
    ...{ vendor: vendor ?? '', url: url ?? '' },
    created_at: instantOf(draft.created_at ?? null, clock),
    server_version: draft.server_version ?? API_VERSION,
    parameters,
    entities: (entities ?? []).map(withServerVersion),
  }
}

function requireUrl(url: string): void {
  if (url.trim() !== '' && /[\s<>"]/.test(url.trim())) throw packRefused(`The URL ${JSON.stringify(url)} is not valid`)
}

function requireUnique(names: readonly string[], what: string): void {
  const seen = new Set<string>()
  for (const name of names) {
    if (seen.has(name)) throw packRefused(`Two ${what} are called ${name}`)
    seen.add(name)
  }
}

/** Each is checked whenever the pack is shown. */
function requireFewConstraints(entities: readonly PackEntity[]): void {
  const different = new Set(entities.flatMap(({ constraints = [] }) => constraints.map(describe)))
  if (different.size > MAX_PACK_CONSTRAINTS) {
    throw packRefused(`The entities have ${different.size} different constraints; ${MAX_PACK_CONSTRAINTS} is the limit`)
  }
}

function instantOf(text: string | null, clock: Clock): string {
  const ms = text === null ? clock.now().getTime() : Date.parse(text)
  if (Number.isNaN(ms) || ms < 0 || ms > LAST_INSTANT_MS)
    throw packRefused(`created_at ${JSON.stringify(text)} is not a valid date and time`)
  return new Date(ms).toISOString()
}

function withServerVersion(entity: PackEntity): PackEntity {
  const constraints = entity.constraints ?? []
  const hasServer = constraints.some(({ type }) => type === 'server-version')
  const own = { type: 'server-version' as const, version: `>=${CURRENT_SERVER}` }
  return { ...entity, v: '1', constraints: hasServer ? constraints : [...constraints, own] }
}

/** Packs from before version 3 of the reference server. They can be listed and downloaded, and not installed. */
function readLegacy({ id, name, description }: ContentPackDraft, { ids }: Deps): ContentPack {
  return {
    ...{ v: '0', id: id || ids.uuid(), rev: 0, name: name ?? '', summary: GENERATED, description: description ?? '' },
    ...{ vendor: GENERATED, url: '', requires: [], parameters: [], entities: [] },
  }
}
