/**
 * A subset of Markdown: headings, paragraphs, lists, quotes, code, tables, rules, emphasis, links. The text becomes a
 * tree, and the tree React elements: HTML in the text stays text.
 */

export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis' | 'struck'; readonly children: readonly Inline[] }
  | { readonly kind: 'link'; readonly href: string; readonly children: readonly Inline[] }
  | { readonly kind: 'break' }

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly children: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly children: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | {
      readonly kind: 'list'
      readonly isOrdered: boolean
      readonly start: number
      readonly items: readonly (readonly Block[])[]
    }
  | {
      readonly kind: 'table'
      readonly head: readonly (readonly Inline[])[]
      readonly rows: readonly (readonly (readonly Inline[])[])[]
    }
  | { readonly kind: 'rule' }

/** The maximum nesting of quotes and lists; deeper ones are plain text. */
const MAX_DEPTH = 8

export const parseMarkdown = (text: string): readonly Block[] => blocksOf(text.replace(/\r\n?/g, '\n').split('\n'), 0)

const FENCE = /^\s{0,3}(`{3,}|~{3,})/
const HEADING = /^\s{0,3}(#{1,6})\s+(.*?)\s*#*\s*$/
const RULE = /^\s{0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/
const QUOTE = /^\s{0,3}>\s?(.*)$/
const ITEM = /^(\s{0,3})([-*+]|\d{1,9}[.)])\s+(.*)$/
const TABLE_RULE = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/

interface Read {
  readonly block: Block
  /** The index of the first line after it. */
  readonly next: number
}

function blocksOf(lines: readonly string[], depth: number): Block[] {
  const blocks: Block[] = []
  let at = 0
  while (at < lines.length) {
    const line = lines[at] ?? ''
    if (line.trim() === '') {
      at += 1
      continue
    }
    const read =
      fenced(lines, at) ??
      heading(line, at) ??
      rule(line, at) ??
      nested(lines, at, depth) ??
      table(lines, at) ??
      paragraph(lines, at)
    blocks.push(read.block)
    at = read.next
  }
  return blocks
}

function fenced(lines: readonly string[], at: number): Read | undefined {
  const [, fence] = FENCE.exec(lines[at] ?? '') ?? []
  if (fence === undefined) return undefined
  const rest = lines.slice(at + 1)
  const length = rest.findIndex(
    (line) => line.trim().startsWith(fence) && line.trim().replaceAll(fence.slice(0, 1), '') === '',
  )
  const text = (length === -1 ? rest : rest.slice(0, length)).join('\n')
  return { block: { kind: 'code', text }, next: length === -1 ? lines.length : at + length + 2 }
}

function heading(line: string, at: number): Read | undefined {
  const [, marks, text] = HEADING.exec(line) ?? []
  if (marks === undefined || text === undefined) return undefined
  return { block: { kind: 'heading', level: marks.length, children: inlinesOf(text) }, next: at + 1 }
}

const rule = (line: string, at: number): Read | undefined =>
  RULE.test(line) ? { block: { kind: 'rule' }, next: at + 1 } : undefined

function nested(lines: readonly string[], at: number, depth: number): Read | undefined {
  if (depth >= MAX_DEPTH) return undefined
  return quote(lines, at, depth) ?? list(lines, at, depth)
}

function quote(lines: readonly string[], at: number, depth: number): Read | undefined {
  const inner: string[] = []
  let next = at
  for (; next < lines.length; next += 1) {
    const [, text] = QUOTE.exec(lines[next] ?? '') ?? []
    if (text === undefined) break
    inner.push(text)
  }
  if (inner.length === 0) return undefined
  return { block: { kind: 'quote', blocks: blocksOf(inner, depth + 1) }, next }
}

function list(lines: readonly string[], at: number, depth: number): Read | undefined {
  const first = ITEM.exec(lines[at] ?? '')
  if (first === null) return undefined
  const isOrdered = /\d/.test(first[2] ?? '')
  const indent = (first[1] ?? '').length
  const items: string[][] = []
  let next = at
  for (; next < lines.length; next += 1) {
    const line = lines[next] ?? ''
    const item = ITEM.exec(line)
    const isOurs = item !== null && (item[1] ?? '').length < indent + 2 && /\d/.test(item[2] ?? '') === isOrdered
    if (isOurs && !RULE.test(line)) items.push([item[3] ?? ''])
    else if (/^\s{2,}\S/.test(line)) items.at(-1)?.push(line.replace(/^\s{2,4}/, ''))
    else if (line.trim() === '' && /^(\s{2,}\S|\s{0,3}([-*+]|\d{1,9}[.)])\s)/.test(lines[next + 1] ?? ''))
      items.at(-1)?.push('')
    else break
  }
  const start = isOrdered ? Number.parseInt(first[2] ?? '1', 10) : 1
  return { block: { kind: 'list', isOrdered, start, items: items.map((item) => blocksOf(item, depth + 1)) }, next }
}

function table(lines: readonly string[], at: number): Read | undefined {
  const head = lines[at] ?? ''
  if (!head.includes('|') || !TABLE_RULE.test(lines[at + 1] ?? '')) return undefined
  const columns = cells(head)
  let next = at + 2
  const rows: (readonly Inline[])[][] = []
  for (; next < lines.length && (lines[next] ?? '').includes('|'); next += 1) {
    const row = cells(lines[next] ?? '')
    rows.push(columns.map((_, index) => inlinesOf(row[index] ?? '')))
  }
  return { block: { kind: 'table', head: columns.map(inlinesOf), rows }, next }
}

const cells = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))

function paragraph(lines: readonly string[], at: number): Read {
  let next = at + 1
  while (next < lines.length && !endsParagraph(lines[next] ?? '')) next += 1
  const text = lines
    .slice(at, next)
    .map((line) => line.trimStart())
    .join('\n')
  return { block: { kind: 'paragraph', children: inlinesOf(text.trimEnd()) }, next }
}

const endsParagraph = (line: string) =>
  line.trim() === '' || FENCE.test(line) || HEADING.test(line) || RULE.test(line) || QUOTE.test(line) || ITEM.test(line)

/**
 * Escapes, code, links, bare URLs, emphasis, line breaks, tried in this order at each position. All patterns are of
 * bounded length, so that no text can take long to parse.
 */
const TOKENS =
  /\\([\\`*_{}[\]()#+\-.!~|>])|(`{1,3})([^`]|[^`].{0,998}?[^`])\2(?!`)|\[([^\]\n]{0,500})\]\(\s{0,9}([^\s)]{1,2000})\s{0,9}\)|(https?:\/\/[^\s<>()[\]]{1,2000}[^\s<>()[\].,;:!?'"])|(\*\*|__)(?=\S)(.{1,1000}?)(?<=\S)\7|(\*|_)(?=\S)(.{1,1000}?)(?<=\S)\9(?!\w)|~~(?=\S)(.{1,1000}?)(?<=\S)~~|( {2,9}|\\)\n/s

function inlinesOf(text: string, depth = 0): Inline[] {
  const inlines: Inline[] = []
  let rest = text
  const plain = (part: string) => part !== '' && inlines.push({ kind: 'text', text: part })
  while (rest !== '') {
    const match = depth > MAX_DEPTH ? null : TOKENS.exec(rest)
    if (match === null) break
    plain(rest.slice(0, match.index))
    inlines.push(inlineOf(match, depth + 1))
    rest = rest.slice(match.index + match[0].length)
  }
  plain(rest)
  return inlines
}

function inlineOf(match: RegExpExecArray, depth: number): Inline {
  const [whole, escaped, , code, label, target, bare, , strong, , emphasis, struck, isBreak] = match
  if (escaped !== undefined) return { kind: 'text', text: escaped }
  if (code !== undefined) return { kind: 'code', text: code.trim() }
  if (label !== undefined && target !== undefined) {
    // A link that is neither a web address nor a path of this console stays text.
    return isSafeTarget(target)
      ? { kind: 'link', href: target, children: inlinesOf(label, depth) }
      : { kind: 'text', text: whole }
  }
  if (bare !== undefined) return { kind: 'link', href: bare, children: [{ kind: 'text', text: bare }] }
  if (strong !== undefined) return { kind: 'strong', children: inlinesOf(strong, depth) }
  if (emphasis !== undefined) return { kind: 'emphasis', children: inlinesOf(emphasis, depth) }
  if (struck !== undefined) return { kind: 'struck', children: inlinesOf(struck, depth) }
  return isBreak === undefined ? { kind: 'text', text: whole } : { kind: 'break' }
}

/** `javascript:` and similar schemes never become links. */
const isSafeTarget = (target: string): boolean => /^(https?:\/\/|mailto:|\/(?!\/)|#)/i.test(target)
