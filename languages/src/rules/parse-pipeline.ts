import type { SyntaxNode } from '@lezer/common'
import type { RuleParseError } from './parse-error.ts'
import type { PipelineTree, StageMatch, StageTree } from './rule-tree.ts'
import { ExpressionBuilder, RuleSyntaxError } from './syntax/build-expression.ts'
import { parseSource } from './syntax/parse-source.ts'
import { readInteger } from './syntax/read-literal.ts'

export type ParsedPipeline =
  | { readonly ok: true; readonly pipeline: PipelineTree }
  | { readonly ok: false; readonly errors: readonly RuleParseError[] }

/** Whether the rules exist is not checked. */
export function parsePipeline(source: string): ParsedPipeline {
  const parsed = parseSource(source, 'pipeline', buildPipeline)
  return parsed.ok ? { ok: true, pipeline: parsed.tree } : { ok: false, errors: [parsed.error] }
}

function buildPipeline(pipeline: SyntaxNode, source: string): PipelineTree {
  const builder = new ExpressionBuilder(source)
  const stages = new Map<number, StageTree>()
  for (const node of pipeline.getChildren('Stage')) {
    const stage = buildStage(node, builder)
    if (!stages.has(stage.stage)) stages.set(stage.stage, stage)
  }
  return { title: builder.title(pipeline), stages: [...stages.values()].sort((a, b) => a.stage - b.stage) }
}

function buildStage(node: SyntaxNode, builder: ExpressionBuilder): StageTree {
  const number = node.getChild('StageNumber')
  const value = number === null ? undefined : readInteger(builder.text(number))
  if (number === null || value === undefined || BigInt.asIntN(32, value) !== value) {
    throw new RuleSyntaxError('The number of a stage has at most 32 bits', (number ?? node).from)
  }
  return {
    stage: Number(value),
    match: matchOf(node, builder),
    rules: node.getChildren('RuleReference').map((reference) => builder.title(reference)),
  }
}

function matchOf(node: SyntaxNode, builder: ExpressionBuilder): StageMatch {
  const other = node.getChild('ModeName')
  if (other === null) return node.getChild('All') === null ? 'either' : 'all'
  if (builder.text(other).toLowerCase() === 'pass') return 'pass'
  throw new RuleSyntaxError(`Expected "all", "either" or "pass" but found "${builder.text(other)}"`, other.from)
}
