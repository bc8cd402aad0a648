/** Parses the pieces of a template into its tree. */
import type { Token } from './expression-tokens.ts'
import { createTokenReader, readExpression, type TokenReader } from './parse-expression.ts'
import { readAssignments, readDirectiveArguments, readRoutineHead } from './parse-tag.ts'
import { type Piece, readPieces, type TagPiece } from './read-pieces.ts'
import { stripLines } from './strip-lines.ts'
import { Fault } from './template-error.ts'
import type { Branch, Case, Digits, Expression, TemplateNode } from './template-tree.ts'

/** Nested blocks. */
export const MAX_BLOCK_DEPTH = 100

/** Throws a `Fault`. */
export function parseTemplateTree(source: string): readonly TemplateNode[] {
  const reading: Reading = { pieces: stripLines(readPieces(source)), position: 0, depth: 0 }
  return readBlock(reading, []).nodes
}

interface Reading {
  readonly pieces: readonly Piece[]
  position: number
  depth: number
}

interface Block {
  readonly nodes: readonly TemplateNode[]
  /** The tag that ended the block, one of those asked for; undefined at the end of the template. */
  readonly stop: TagPiece | undefined
}

/** Reads up to one of the tags, written `#else` or `/#if`. A block without such tags is the whole template. */
function readBlock(reading: Reading, stops: readonly string[], opened?: TagPiece): Block {
  reading.depth += 1
  if (reading.depth > MAX_BLOCK_DEPTH) throw new Fault('Blocks are nested too deeply', opened?.at ?? 0)
  const nodes: TemplateNode[] = []
  for (;;) {
    const piece = reading.pieces[reading.position]
    if (piece === undefined) break
    reading.position += 1
    if (piece.kind === 'tag' && stops.includes(writtenName(piece))) {
      reading.depth -= 1
      return { nodes, stop: piece }
    }
    const node = readNode(reading, piece)
    if (node !== undefined) nodes.push(node)
  }
  if (opened !== undefined) throw new Fault(`<${opened.name}> has no closing tag`, opened.at)
  return { nodes, stop: undefined }
}

const writtenName = ({ name, isClosing }: TagPiece) => (isClosing ? `/${name}` : name)

function readNode(reading: Reading, piece: Piece): TemplateNode | undefined {
  switch (piece.kind) {
    case 'text':
    case 'verbatim':
      return { kind: 'text', text: piece.text, at: piece.at }
    case 'interpolation':
      return readPrint(piece.tokens, piece.isNumeric, piece.at)
    case 'comment':
      return undefined
    case 'tag':
      return readTag(reading, piece)
    default:
      throw piece satisfies never
  }
}

function readPrint(tokens: readonly Token[], isNumeric: boolean, at: number): TemplateNode {
  const reader = createTokenReader(tokens)
  const value = readExpression(reader)
  const digits = isNumeric ? readDigits(reader) : undefined
  reader.finish()
  return { kind: 'print', value, digits, at }
}

const ANY_DIGITS: Digits = { min: 0, max: 50 }
const DIGITS = /^(?:m(\d{1,2}))?(?:M(\d{1,2}))?$/

/** The format behind the semicolon of `#{value; m2M4}`. */
function readDigits(reader: TokenReader): Digits {
  if (!reader.takes(';')) return ANY_DIGITS
  const { at } = reader.peek()
  const match = DIGITS.exec(reader.readName())
  const [min, max] = [match?.[1], match?.[2]].map((digits) => (digits === undefined ? undefined : Number(digits)))
  if (match === null || (min ?? 0) > (max ?? 50)) throw new Fault('The format is written as m1M3', at)
  return { min: min ?? 0, max: max ?? Math.max(min ?? 0, 50) }
}

function readTag(reading: Reading, tag: TagPiece): TemplateNode | undefined {
  if (tag.isClosing) {
    if (tag.name === '#noparse') return undefined
    throw new Fault(`</${tag.name}> closes nothing`, tag.at)
  }
  if (tag.name.startsWith('@')) return readMacroCall(reading, tag)
  const read = TAGS[tag.name]
  if (read === undefined) throw new Fault(`<${tag.name}> is not allowed here`, tag.at)
  const reader = createTokenReader(tag.tokens)
  return read({ reading, tag, reader, at: tag.at })
}

interface Opened {
  readonly reading: Reading
  readonly tag: TagPiece
  readonly reader: TokenReader
  readonly at: number
}

const TAGS: Readonly<Record<string, (opened: Opened) => TemplateNode | undefined>> = {
  '#if': readIf,
  '#switch': readSwitch,
  '#list': readList,
  '#items': ({ reading, tag, reader, at }) => {
    takeWord(reader, 'as')
    const variables = readVariables(reader)
    return { kind: 'items', variables, body: readBody(reading, tag), at }
  },
  '#sep': ({ reading, at }) => ({ kind: 'sep', body: readSeparator(reading), at }),
  '#assign': (opened) => readAssign(opened, 'template'),
  '#global': (opened) => readAssign(opened, 'template'),
  '#local': (opened) => readAssign(opened, 'local'),
  '#macro': readRoutine,
  '#function': readRoutine,
  '#return': ({ reader, at }) => ({ kind: 'return', value: readOptional(reader), at }),
  '#nested': ({ reader, at }) => {
    const args: Expression[] = []
    while (reader.peek().kind !== 'end') {
      args.push(readExpression(reader))
      reader.takes(',')
    }
    return { kind: 'nested', args, at }
  },
  '#include': ({ reader, at }) => ({ kind: 'include', name: readWhole(reader), at }),
  '#stop': ({ reader, at }) => ({ kind: 'stop', reason: readOptional(reader), at }),
  '#break': ({ reader, at }) => readEmpty(reader, { kind: 'break', at }),
  '#continue': ({ reader, at }) => readEmpty(reader, { kind: 'continue', at }),
  '#attempt': readAttempt,
  '#compress': ({ reading, tag, at }) => ({ kind: 'compress', body: readBody(reading, tag), at }),
  '#noparse': () => undefined,
}

function readEmpty(reader: TokenReader, node: TemplateNode): TemplateNode {
  reader.finish()
  return node
}

function readWhole(reader: TokenReader): Expression {
  const value = readExpression(reader)
  reader.finish()
  return value
}

const readOptional = (reader: TokenReader) => (reader.peek().kind === 'end' ? undefined : readWhole(reader))

const readBody = (reading: Reading, tag: TagPiece): readonly TemplateNode[] =>
  readBlock(reading, [`/${tag.name}`], tag).nodes

function readIf({ reading, tag, reader, at }: Opened): TemplateNode {
  const branches: Branch[] = []
  let condition = readWhole(reader)
  for (;;) {
    const { nodes, stop } = readBlock(reading, ['#elseif', '#else', '/#if'], tag)
    branches.push({ condition, body: nodes })
    if (stop === undefined || stop.isClosing) return { kind: 'if', branches, otherwise: [], at }
    if (stop.name === '#else') return { kind: 'if', branches, otherwise: readBody(reading, tag), at }
    condition = readWhole(createTokenReader(stop.tokens))
  }
}

function readSwitch({ reading, tag, reader, at }: Opened): TemplateNode {
  const subject = readWhole(reader)
  const cases: Case[] = []
  const stops = ['#case', '#default', '/#switch']
  let { stop } = readBlock(reading, stops, tag)
  while (stop !== undefined && !stop.isClosing) {
    const value = stop.name === '#case' ? readWhole(createTokenReader(stop.tokens)) : undefined
    const block = readBlock(reading, stops, tag)
    cases.push({ value, body: block.nodes })
    stop = block.stop
  }
  return { kind: 'switch', subject, cases, at }
}

function readVariables(reader: TokenReader): readonly string[] {
  const variables = [reader.readName()]
  if (reader.takes(',')) variables.push(reader.readName())
  reader.finish()
  return variables
}

function readList({ reading, tag, reader, at }: Opened): TemplateNode {
  const of = readExpression(reader)
  const hasVariables = reader.peek().kind !== 'end'
  if (hasVariables) takeWord(reader, 'as')
  const variables = hasVariables ? readVariables(reader) : []
  const { nodes: body, stop } = readBlock(reading, ['#else', '/#list'], tag)
  const otherwise = stop?.name === '#else' ? readBody(reading, tag) : []
  return { kind: 'list', of, variables, body, otherwise, at }
}

function takeWord(reader: TokenReader, word: string): void {
  const { at } = reader.peek()
  if (reader.readName() !== word) throw new Fault(`Expected "${word}"`, at)
}

/** Its closing tag may be missing: then it ends before the end of the loop's body. */
function readSeparator(reading: Reading): readonly TemplateNode[] {
  const start = reading.position
  const { nodes, stop } = readBlock(reading, ['/#sep', '/#list', '/#items', '#else'])
  if (stop === undefined) throw new Fault('<#sep> is outside of a loop', reading.pieces[start]?.at ?? 0)
  if (stop.name !== '#sep') reading.position -= 1
  return nodes
}

function readAssign({ reading, tag, reader, at }: Opened, scope: 'template' | 'local'): TemplateNode {
  const assignments = readAssignments(reader)
  if (typeof assignments !== 'string') return { kind: 'assign', scope, assignments, at }
  return { kind: 'capture', scope, name: assignments, body: readBody(reading, tag), at }
}

function readRoutine({ reading, tag, reader, at }: Opened): TemplateNode {
  const kind = tag.name === '#macro' ? 'macro' : 'function'
  const head = readRoutineHead(reader)
  return { kind: 'define', routine: { kind, ...head, body: readBody(reading, tag) }, at }
}

function readAttempt({ reading, tag, at }: Opened): TemplateNode {
  const { nodes, stop } = readBlock(reading, ['#recover', '/#attempt'], tag)
  if (stop === undefined || stop.isClosing) throw new Fault('<#attempt> has no <#recover>', at)
  const recover = readBlock(reading, ['/#attempt', '/#recover'], tag).nodes
  return { kind: 'attempt', body: nodes, recover, at }
}

function readMacroCall(reading: Reading, tag: TagPiece): TemplateNode {
  const name = tag.name.slice(1)
  const args = readDirectiveArguments(createTokenReader(tag.tokens))
  const body = tag.isClosed ? undefined : readBlock(reading, [`/@${name}`, '/@'], tag).nodes
  return { kind: 'directive', name, ...args, body, at: tag.at }
}
