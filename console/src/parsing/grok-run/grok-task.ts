/** What the worker that runs grok patterns is asked, and what it answers. */
import type { GrokValue, LocatedCapture } from '@logyard/languages/grok/compile-grok'
import type { Span } from '../drafts/selected-part.ts'

export interface GrokMatchTask {
  readonly task: 'match'
  readonly pattern: string
  readonly definitions: ReadonlyMap<string, string>
  readonly texts: readonly string[]
  readonly namedCapturesOnly: boolean
  /** Zone of dates that name none. */
  readonly zone: string
}

/** Compiles the named definitions, each with all of them. */
export interface GrokCheckTask {
  readonly task: 'check'
  readonly definitions: ReadonlyMap<string, string>
  readonly names: readonly string[]
}

/** Drafts expressions for a part of a text, and for all its parts. */
export interface DraftTask {
  readonly task: 'draft'
  readonly text: string
  /** The sender of the message. */
  readonly source?: string | undefined
  /** Absent: only all parts are wanted. */
  readonly selected?: { readonly part: Span; readonly field: string }
  readonly parts: readonly Span[]
  readonly definitions: ReadonlyMap<string, string>
}

export interface DraftedExpressions {
  readonly regex: string | undefined
  readonly grok: string | undefined
  readonly grokOfAll: string
  /** What the last one captures. */
  readonly captured: readonly LocatedCapture[]
}

export interface GrokError {
  readonly message: string
  readonly from: number
  readonly to: number
}

export interface GrokMatch {
  /** Fields in the order of the pattern. */
  readonly fields: readonly (readonly [field: string, value: GrokValue])[]
  readonly located: readonly LocatedCapture[]
}

export type GrokMatchResult =
  | { readonly kind: 'matched'; readonly lines: readonly (GrokMatch | undefined)[] }
  | { readonly kind: 'invalid'; readonly error: GrokError }

export type GrokCheckResult = readonly { readonly name: string; readonly error: GrokError }[]
