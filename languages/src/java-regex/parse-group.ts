/** Everything that begins with a parenthesis, and flags such as `(?i)`. */
import type { RegexNode } from './java-regex-tree.ts'
import { accept, type Flags, peek, problem, type RegexSource, take } from './regex-source.ts'

const MAX_DEPTH = 250
const FLAGS: Readonly<Record<string, Partial<Flags>>> = {
  i: { caseless: true },
  u: { unicodeCase: true },
  m: { multiline: true },
  s: { dotAll: true },
  d: { unixLines: true },
  x: { comments: true },
  // \w, \d and \b for all of Unicode: JavaScript has no such mode, so they stay as they are and only the case folds.
  U: { unicodeCase: true },
}

type ParseBody = (source: RegexSource) => RegexNode

/** Behind the parenthesis. */
export function parseGroup(source: RegexSource, parseBody: ParseBody): RegexNode {
  source.depth += 1
  if (source.depth > MAX_DEPTH) throw problem(source, 'Groups are nested too deeply')
  const { flags } = source
  const node = parseKind(source, parseBody)
  source.depth -= 1
  // `(?i)` stays in force up to the end of the group around it, which restores its own flags.
  if (node !== undefined) source.flags = flags
  return node ?? { kind: 'sequence', items: [] }
}

/** Returns undefined for `(?i)`, which only changes the flags. */
function parseKind(source: RegexSource, parseBody: ParseBody): RegexNode | undefined {
  if (!accept(source, '?')) {
    const capture = source.groupStarts.push(source.at - 1)
    return { kind: 'group', capture, isAtomic: false, body: close(source, parseBody) }
  }
  if (accept(source, ':')) return { kind: 'group', capture: undefined, isAtomic: false, body: close(source, parseBody) }
  if (accept(source, '>')) return { kind: 'group', capture: undefined, isAtomic: true, body: close(source, parseBody) }
  for (const [opening, isAhead, isNegated] of [
    ['=', true, false],
    ['!', true, true],
    ['<=', false, false],
    ['<!', false, true],
  ] as const) {
    if (accept(source, opening)) return { kind: 'look', isAhead, isNegated, body: close(source, parseBody) }
  }
  if (accept(source, '<')) return parseNamed(source, parseBody)
  return parseFlags(source, parseBody)
}

function parseNamed(source: RegexSource, parseBody: ParseBody): RegexNode {
  const start = source.at - '(?<'.length
  if (!/[a-zA-Z]/.test(peek(source))) throw problem(source, 'Unknown look-behind group', source.at)
  const name = take(source, /[a-zA-Z0-9]*/y)?.[0] ?? ''
  if (!accept(source, '>')) throw problem(source, "named capturing group is missing trailing '>'", source.at)
  if (source.groupNames.has(name)) throw problem(source, `Named capturing group <${name}> is already defined`)
  const capture = source.groupStarts.push(start)
  source.groupNames.set(name, capture)
  return { kind: 'group', capture, isAtomic: false, body: close(source, parseBody) }
}

function parseFlags(source: RegexSource, parseBody: ParseBody): RegexNode | undefined {
  const outer = source.flags
  let flags = outer
  let isOn = true
  for (;;) {
    const letter = peek(source)
    const change = FLAGS[letter]
    if (letter === ')' || letter === ':') break
    if (letter === '-' && isOn) isOn = false
    else if (change === undefined) throw problem(source, 'Unknown inline modifier', source.at)
    else flags = { ...flags, ...withValue(change, isOn) }
    source.at += 1
  }
  source.flags = flags
  if (accept(source, ')')) return undefined
  source.at += 1
  return { kind: 'group', capture: undefined, isAtomic: false, body: close(source, parseBody) }
}

const withValue = (change: Partial<Flags>, value: boolean) =>
  Object.fromEntries(Object.keys(change).map((name) => [name, value]))

function close(source: RegexSource, parseBody: ParseBody): RegexNode {
  const body = parseBody(source)
  if (!accept(source, ')')) throw problem(source, 'Unclosed group', source.text.length)
  return body
}
