import {
  All,
  AndWord,
  Boolean as BooleanWord,
  Either,
  End,
  Let,
  Match,
  NotWord,
  OrWord,
  PipelineWord,
  RuleWord,
  StageWord,
  Then,
  When,
} from './rules-terms.ts'

/** The parser's own term for a token that is an error. */
const ERROR = 0

const WORDS: ReadonlyMap<string, number> = new Map([
  ['all', All],
  ['either', Either],
  ['and', AndWord],
  ['or', OrWord],
  ['not', NotWord],
  ['pipeline', PipelineWord],
  ['rule', RuleWord],
  // Reserved, and without a use.
  ['during', ERROR],
  ['stage', StageWord],
  ['when', When],
  ['then', Then],
  ['end', End],
  ['let', Let],
  ['match', Match],
])

/** The reserved words of the language, which are reserved in any case and everywhere. */
export const RESERVED_WORDS: readonly string[] = [...WORDS.keys()]

/** The term of a reserved word, or -1. The parser passes its stack, too. */
export function ruleWord(word: string, _stack: unknown): number {
  if (word === 'true' || word === 'false') return BooleanWord
  return WORDS.get(word.toLowerCase()) ?? -1
}
