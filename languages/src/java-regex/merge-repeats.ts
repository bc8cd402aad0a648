import type { RegexNode } from './java-regex-tree.ts'

/**
 * The body of a greedy endless repetition, without an endless repetition of one class at its beginning: `(?:\w+|x)*` and
 * `(?:\w|x)*` try the same texts in the same order, but the first one tries each of them in exponentially many ways.
 * `isPlain` tells groups that neither capture nor are atomic.
 */
export function mergeRepeats(body: RegexNode, isPlain: (node: RegexNode) => boolean): RegexNode {
  if (body.kind === 'group') return isPlain(body) ? { ...body, body: mergeRepeats(body.body, isPlain) } : body
  if (body.kind === 'choice') {
    const [first, ...rest] = body.options
    return first === undefined ? body : { ...body, options: [mergeRepeats(first, isPlain), ...rest] }
  }
  const isRun = body.kind === 'repeat' && body.min === 1 && body.max === Number.POSITIVE_INFINITY
  if (!isRun || body.mode !== 'greedy') return body
  return body.body.kind === 'class' || body.body.kind === 'character' ? body.body : body
}
