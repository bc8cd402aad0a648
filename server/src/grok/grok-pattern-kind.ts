/** The kind of grok patterns. */
import { grokPatterns } from '@logyard/contract/grok/grok-patterns'
import { findReferences } from '@logyard/languages/grok/grok-reference'
import type { Decoded } from '../entities/codecs/codec.ts'
import { plainText } from '../entities/codecs/scalar-codecs.ts'
import { shape } from '../entities/codecs/shape-codecs.ts'
import { deleteTogether } from '../entities/commit-prepared.ts'
import { entityDiffers } from '../entities/entity-errors.ts'
import { entityKind, type KindDeps } from '../entities/entity-kind.ts'
import type { EntityName } from '../entities/entity-type.ts'
import type { Kind } from '../entities/kind.ts'
import { type PackPart, permissionsOf } from '../entities/pack-part.ts'
import type { BoundedRuns, RunOptions } from '../platform/bounded-runs/bounded-runs.ts'
import type { Replica } from '../platform/settings/replica.ts'
import { checkPatterns, compilePatterns } from './check-definitions.ts'
import { grokNameTaken, grokPatternNotFound } from './grok-errors.ts'
import { grokPatternCollection, type StoredGrokPattern } from './grok-pattern-store.ts'
import { definitionsOf, type NamedPattern } from './pattern-references.ts'

export interface GrokEditor {
  readonly run: RunOptions
  /** Patterns of the same commit, which the pattern may refer to. */
  readonly others: readonly NamedPattern[]
}

export type GrokPatternKind = Kind<StoredGrokPattern, NamedPattern, GrokEditor>

export interface GrokPatternKindDeps extends KindDeps {
  readonly replica: Replica<StoredGrokPattern>
  readonly boundedRuns: BoundedRuns
  /** Zone of dates without one, as an IANA name. */
  readonly zone: string
}

export function grokPatternKind(deps: GrokPatternKindDeps): GrokPatternKind {
  const { settings, replica, boundedRuns, zone } = deps
  const kind: GrokPatternKind = entityKind<StoredGrokPattern, NamedPattern, GrokEditor, PackData>(deps, {
    collection: grokPatternCollection,
    replica,
    titleOf: ({ name }) => name,
    async read({ name, pattern }, { id, before, by: { run, others } }) {
      const stored = (await kind.list()).filter((one) => one.id !== before?.id)
      const known = definitionsOf([...stored, ...others.filter((other) => other.name !== name)])
      checkPatterns([{ name, pattern }], known)
      await compilePatterns(boundedRuns, [{ name, pattern }], { stored: known, zone, run })
      return { id, name, pattern }
    },
    notFound: grokPatternNotFound,
    // Another node may store the name between the check and the commit.
    taken: ({ name }) => grokNameTaken(name),
    pack: {
      ...pack,
      removeAll: (ids) => deleteTogether(settings, kind, ids),
    },
  })
  return kind
}

export function namesInPattern(pattern: string): readonly EntityName[] {
  return findReferences(pattern).flatMap(({ name, definition }) => [
    { type: 'grok_pattern', name },
    ...(definition === undefined ? [] : namesInPattern(definition)),
  ])
}

const codec = shape({ name: plainText, pattern: plainText })
type PackData = Decoded<typeof codec>

const pack: PackPart<StoredGrokPattern, NamedPattern, GrokEditor, PackData> = {
  type: { name: 'grok_pattern', version: '1' },
  permissions: permissionsOf(grokPatterns),
  codec,
  fieldsElsewhere: {},
  namesUsed: ({ pattern }) => namesInPattern(pattern),
  dataOf: ({ name, pattern }) => ({ name, pattern }),
  standsFor(stored, { name, pattern }) {
    if (stored.name !== name) return false
    if (stored.pattern === pattern) return true
    throw entityDiffers(
      `Expected Grok pattern for name "${name}": <${pattern}>; actual Grok pattern: <${stored.pattern}>`,
    )
  },
  draftOf: (data) => data,
  by: ({ caller: { userId }, signal, included }) => ({
    run: { userId, signal },
    others: Array.from(included.grokPatterns, ([name, pattern]) => ({ name, pattern })),
  }),
}
