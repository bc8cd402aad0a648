/** Highlighting of templates: expressions, directives and comments, and the comments of the file around them. */
import { HighlightStyle, StreamLanguage, type StringStream, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { tags } from '@lezer/highlight'

interface State {
  readonly within: 'text' | 'comment' | 'expression' | 'tag'
  /** Braces that were opened in the expression. */
  readonly depth: number
}

interface Mutable {
  state: State
}

const TEXT: State = { within: 'text', depth: 0 }

const color = (token: string) => ({ color: `var(--ly-syntax-${token})` })

const highlighting = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.keyword, ...color('operator'), fontWeight: '600' },
    { tag: tags.variableName, ...color('field') },
    { tag: tags.string, ...color('string') },
    { tag: tags.number, ...color('number') },
    { tag: tags.comment, color: 'var(--mantine-color-dimmed)', fontStyle: 'italic' },
  ]),
)

function token(stream: StringStream, mutable: Mutable): string | null {
  switch (mutable.state.within) {
    case 'comment':
      return inComment(stream, mutable)
    case 'expression':
    case 'tag':
      return inExpression(stream, mutable)
    default:
      return inText(stream, mutable)
  }
}

function inText(stream: StringStream, mutable: Mutable): string | null {
  if (stream.match('<#--')) {
    mutable.state = { within: 'comment', depth: 0 }
    return 'comment'
  }
  if (stream.match(/^[$#]\{/)) {
    mutable.state = { within: 'expression', depth: 0 }
    return 'keyword'
  }
  if (stream.match(/^<\/?(?:#\w+|@\w*)/)) {
    mutable.state = { within: 'tag', depth: 0 }
    return 'keyword'
  }
  // A comment of YAML, NXLog and most other formats.
  if (stream.sol() && stream.match(/^\s*#(?!\{)[^$]*$/)) return 'comment'
  stream.next()
  stream.eatWhile(/[^$#<]/)
  return null
}

function inComment(stream: StringStream, mutable: Mutable): string {
  if (stream.skipTo('-->')) {
    stream.match('-->')
    mutable.state = TEXT
  } else stream.skipToEnd()
  return 'comment'
}

function inExpression(stream: StringStream, mutable: Mutable): string | null {
  const { within, depth } = mutable.state
  const end = within === 'tag' ? '>' : '}'
  if (stream.eat(end)) {
    mutable.state = depth === 0 ? TEXT : { within, depth: depth - 1 }
    return 'keyword'
  }
  if (stream.eat('{')) {
    if (within === 'expression') mutable.state = { within, depth: depth + 1 }
    return null
  }
  if (stream.match(/^(?:"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)/)) return 'string'
  if (stream.match(/^\d+(?:\.\d+)?/)) return 'number'
  if (stream.match(/^\?\w+/) || stream.match(/^(?:as|in|gt|gte|lt|lte|true|false)\b/)) return 'keyword'
  if (stream.match(/^[\p{L}_][\p{L}\p{N}_]*(?:\.\w+)*/u)) return 'variableName'
  stream.next()
  return null
}

export const templateLanguage: Extension = [
  StreamLanguage.define<Mutable>({
    name: 'collector-template',
    startState: () => ({ state: TEXT }),
    copyState: ({ state }) => ({ state }),
    token,
  }),
  highlighting,
]
