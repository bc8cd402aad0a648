/** In which places two versions of an entity's data differ. */
import { PASSWORD_SET } from '@logyard/contract/configured/configuration'
import type { Difference } from '@logyard/contract/content-packs/upgrades'
import { isRecord } from '../../entities/codecs/codec.ts'
import { mapTexts } from './secret-places.ts'

const MAX_DIFFERENCES = 200
const MAX_LENGTH = 2000
const SECRET = '(secret)'

type Leaves = ReadonlyMap<string, unknown>

/**
 * The values are plain. An empty place that only `before` has is a default, and not a difference.
 * `isSecret` tells the places whose values are not shown. A placeholder in `after` stands for the value of `before`.
 */
export function compareData(before: unknown, after: unknown, isSecret: (path: string) => boolean): Difference[] {
  const [old, fresh] = [leavesOf(before), leavesOf(after)]
  const paths = [...new Set([...old.keys(), ...fresh.keys()])].sort()
  const differing = paths.filter((path) => !isSame(old, fresh, path))
  const shown = (leaves: Leaves, path: string) => (isSecret(path) ? shownSecret(leaves, path) : textOf(leaves, path))
  return differing
    .slice(0, MAX_DIFFERENCES)
    .map((path) => ({ path, before: shown(old, path), after: shown(fresh, path) }))
}

/** The paths of the placeholders, also of texts that have one among other settings. */
export function secretPaths(shown: unknown): ReadonlySet<string> {
  const hasSecret = (value: unknown) => typeof value === 'string' && value.includes(PASSWORD_SET)
  return new Set([...leavesOf(shown)].filter(([, value]) => hasSecret(value)).map(([path]) => path))
}

/** The data with the texts of `shown` that have placeholders among other settings: as clients send them back. */
export function withMaskedParts(data: unknown, shown: unknown): unknown {
  const masked = leavesOf(shown)
  return mapTexts(data, (text, path) => {
    const value = masked.get(path)
    return typeof value === 'string' && value !== PASSWORD_SET && value.includes(PASSWORD_SET) ? value : text
  })
}

function isSame(old: Leaves, fresh: Leaves, path: string): boolean {
  if (fresh.get(path) === PASSWORD_SET) return true
  if (!fresh.has(path)) return isEmpty(old.get(path))
  if (!old.has(path)) return isEmpty(fresh.get(path))
  return old.get(path) === fresh.get(path)
}

const isEmpty = (value: unknown) =>
  value === null || value === '' || value === false || value === '[]' || value === '{}'

/** Values by their path. Empty lists and objects are values, too. */
function leavesOf(data: unknown, path = '', found = new Map<string, unknown>()): Map<string, unknown> {
  const below = (name: string | number) => (path === '' ? `${name}` : `${path}.${name}`)
  if (Array.isArray(data)) {
    if (data.length === 0) found.set(path, '[]')
    for (const [at, item] of data.entries()) leavesOf(item, below(at), found)
  } else if (isRecord(data)) {
    const entries = Object.entries(data).filter(([, value]) => value !== undefined)
    if (entries.length === 0) found.set(path, '{}')
    for (const [name, value] of entries) leavesOf(value, below(name), found)
  } else {
    found.set(path, data)
  }
  return found
}

function textOf(leaves: Leaves, path: string): string | null {
  if (!leaves.has(path)) return null
  const value = leaves.get(path)
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, MAX_LENGTH)
}

const shownSecret = (leaves: Leaves, path: string) => (leaves.has(path) ? SECRET : null)
