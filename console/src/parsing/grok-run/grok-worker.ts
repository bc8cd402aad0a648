/** Runs grok patterns in a thread of their own: some patterns take exponential time, and the page stops the thread then. */
import { type CompiledGrok, compileGrok } from '@logyard/languages/grok/compile-grok'
import { GrokSyntaxError } from '@logyard/languages/grok/grok-syntax-error'
import { systemClock } from '../../base/services/clock.ts'
import { draftGrok, draftGrokOf } from '../drafts/draft-grok.ts'
import { draftRegex, regexOf } from '../drafts/draft-regex.ts'
import type {
  DraftedExpressions,
  DraftTask,
  GrokCheckResult,
  GrokCheckTask,
  GrokError,
  GrokMatchResult,
  GrokMatchTask,
} from './grok-task.ts'

addEventListener('message', ({ data }: MessageEvent<GrokMatchTask | GrokCheckTask | DraftTask>) => {
  if (data.task === 'match') postMessage(match(data))
  else postMessage(data.task === 'check' ? check(data) : draft(data))
})

function match({ pattern, definitions, texts, namedCapturesOnly, zone }: GrokMatchTask): GrokMatchResult {
  const compiled = compile(pattern, definitions, { namedCapturesOnly, zone })
  if ('message' in compiled) return { kind: 'invalid', error: compiled }
  const lines = texts.map((text) => {
    const fields = compiled.match(text)
    return fields && { fields: [...fields], located: compiled.locate(text) }
  })
  return { kind: 'matched', lines }
}

function check({ definitions, names }: GrokCheckTask): GrokCheckResult {
  return names.flatMap((name) => {
    const compiled = compile(definitions.get(name) ?? '', definitions, { namedCapturesOnly: false, zone: 'UTC' })
    return 'message' in compiled ? [{ name, error: compiled }] : []
  })
}

const DRAFTED = { namedCapturesOnly: true, zone: 'UTC' }

function draft({ text, source, selected, parts, definitions }: DraftTask): DraftedExpressions {
  const compiled = (pattern: string) => {
    const found = compile(pattern, definitions, DRAFTED)
    return 'message' in found ? undefined : found
  }
  const tools = {
    names: new Set(definitions.keys()),
    run: (pattern: string, of: string) => compiled(pattern)?.match(of),
  }
  const grokOfAll = draftGrok(text, parts, tools, source)
  return {
    regex: selected && regexOf(draftRegex(text, selected.part)),
    grok: selected && draftGrokOf(text, selected.part, selected.field, tools),
    grokOfAll,
    captured: compiled(grokOfAll)?.locate(text) ?? [],
  }
}

function compile(
  pattern: string,
  definitions: ReadonlyMap<string, string>,
  options: Parameters<typeof compileGrok>[2],
): CompiledGrok | GrokError {
  try {
    return compileGrok(pattern, definitions, { ...options, now: systemClock.now })
  } catch (error) {
    if (!(error instanceof GrokSyntaxError)) throw error
    return { message: error.message, from: error.from, to: error.to }
  }
}
