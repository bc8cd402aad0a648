import { type PartPattern, partPatterns } from '@logyard/languages/message-templates/part-pattern'
import { unifyTemplates } from '@logyard/languages/message-templates/unify-templates'
import type { FieldTemplate, StoredPatternField } from './pattern-field-store.ts'

/** The engine compiles a pattern of this length within its memory, also if it is all variable parts. */
const MAX_PART_PATTERN = 10_000

/** The patterns of the part of a field, in these templates of its statement. Those that are too long are left out. */
export function partPatternsOf(
  { templates: own, position }: Pick<StoredPatternField, 'templates' | 'position'>,
  templates: readonly FieldTemplate[],
): readonly PartPattern[] {
  const { tokenize, places, positions } = unifyTemplates(own.map(({ text }) => text))
  const part = places[positions.indexOf(position)]
  if (part === undefined) return []
  const tokenized = templates.map(({ hash, text }) => ({ hash, text, tokens: tokenize(text) }))
  return partPatterns(tokenized, part).filter(({ pattern }) => pattern.length <= MAX_PART_PATTERN)
}
