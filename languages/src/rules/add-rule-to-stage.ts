import type { SyntaxNode } from '@lezer/common'
import { ExpressionBuilder } from './syntax/build-expression.ts'
import { parseSource } from './syntax/parse-source.ts'
import { readInteger } from './syntax/read-literal.ts'
import { writeLiteral } from './syntax/write-literal.ts'

/** Text to insert at an offset of the source. */
interface Insertion {
  readonly at: number
  readonly text: string
}

/**
 * The source of a pipeline whose stage names the rule, as the last one; everything else stays as it is written. A
 * missing stage is added. Undefined if the source does not parse.
 */
export function addRuleToStage(source: string, stage: number, rule: string): string | undefined {
  const parsed = parseSource(source, 'pipeline', (pipeline) => insertionOf(pipeline, source, stage, rule))
  if (!parsed.ok) return undefined
  const { at, text } = parsed.tree
  return source.slice(0, at) + text + source.slice(at)
}

function insertionOf(pipeline: SyntaxNode, source: string, wanted: number, rule: string): Insertion {
  const builder = new ExpressionBuilder(source)
  const reference = `rule ${writeLiteral(rule)}`
  const isWanted = (stage: SyntaxNode) => {
    const number = stage.getChild('StageNumber')
    return number !== null && readInteger(builder.text(number)) === BigInt(wanted)
  }
  // The first of several stages with one number runs.
  const stage = pipeline.getChildren('Stage').find(isWanted)
  if (stage === undefined) {
    const at = pipeline.getChild('End')?.from ?? source.length
    return { at, text: `stage ${wanted} match either\n${reference}\n` }
  }
  const isNamed = stage.getChildren('RuleReference').some((one) => builder.title(one) === rule)
  // A comment behind the last rule stays on its line.
  const comment = /^[ \t]*\/\/[^\n]*/.exec(source.slice(stage.to))?.[0] ?? ''
  return { at: stage.to + comment.length, text: isNamed ? '' : `\n${reference}` }
}
