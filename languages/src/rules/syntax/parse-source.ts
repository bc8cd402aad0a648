import type { SyntaxNode } from '@lezer/common'
import { MAX_SOURCE_LENGTH } from '@logyard/contract/pipelines/source-draft'
import { unlessThrown } from '../../errors/unless-thrown.ts'
import type { RuleParseError } from '../parse-error.ts'
import { sourcePositions } from '../source-positions.ts'
import { RuleSyntaxError } from './build-expression.ts'
import { tooDeepBracket } from './check-nesting.ts'
import { findSyntaxError, parserOf, type SourceKind } from './find-syntax-error.ts'

export type ParsedSource<Built> =
  | { readonly ok: true; readonly tree: Built }
  | { readonly ok: false; readonly error: RuleParseError }

/** Builds a tree of the node of the rule or the pipeline. A source that cannot be parsed has one error. */
export function parseSource<Built>(
  source: string,
  kind: SourceKind,
  build: (node: SyntaxNode, source: string) => Built,
): ParsedSource<Built> {
  const refused = (reason: string, offset: number): ParsedSource<Built> => ({
    ok: false,
    error: { type: 'syntax_error', ...sourcePositions(source)(offset), reason },
  })
  if (source.length > MAX_SOURCE_LENGTH) {
    return refused(`A source has at most ${MAX_SOURCE_LENGTH} characters`, 0)
  }
  const tooDeep = tooDeepBracket(source)
  if (tooDeep >= 0) return refused('The brackets are nested too deeply', tooDeep)
  const node = topNode(source, kind)
  if (node === undefined) {
    const { reason, offset } = findSyntaxError(source, kind)
    return refused(reason, offset)
  }
  try {
    return { ok: true, tree: build(node, source) }
  } catch (error) {
    if (error instanceof RuleSyntaxError) return refused(error.message, error.offset)
    throw error
  }
}

function topNode(source: string, kind: SourceKind): SyntaxNode | undefined {
  const tree = unlessThrown(SyntaxError, () => parserOf(kind).parse(source))
  return tree?.topNode.getChild(kind === 'rule' ? 'Rule' : 'Pipeline') ?? undefined
}
