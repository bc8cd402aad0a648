/** A grok matcher that is easy to prove right: it tries every way in Java's order, by continuations. */

export type SlowNode =
  | { readonly kind: 'character'; readonly text: string }
  | { readonly kind: 'class'; readonly members: string; readonly isNegated: boolean }
  | { readonly kind: 'any' }
  | { readonly kind: 'place'; readonly source: '^' | '$' | '\\b' }
  | { readonly kind: 'sequence'; readonly items: readonly SlowNode[] }
  | { readonly kind: 'choice'; readonly options: readonly SlowNode[] }
  | { readonly kind: 'atomic'; readonly body: SlowNode }
  | { readonly kind: 'look'; readonly isNegated: boolean; readonly body: SlowNode }
  | { readonly kind: 'named'; readonly name: string; readonly body: SlowNode }
  | { readonly kind: 'reference'; readonly name: string; readonly field: string | undefined; readonly body: SlowNode }
  | {
      readonly kind: 'repeat'
      readonly body: SlowNode
      readonly min: number
      readonly max: number
      readonly mode: Mode
    }

type Mode = '' | '?' | '+'

/** Captured ranges in the order of the pattern. */
type Captures = ReadonlyMap<SlowNode, string>
type Next = (at: number, captures: Captures) => Found | undefined

interface Found {
  readonly at: number
  readonly captures: Captures
}

const isWord = (character: string | undefined) => character !== undefined && /\w/.test(character)

function run(node: SlowNode, text: string, at: number, captures: Captures, next: Next): Found | undefined {
  const consume = (isAccepted: boolean) => (isAccepted && at < text.length ? next(at + 1, captures) : undefined)
  /** The first way in which a node matches, from which nothing is given back. */
  const once = (body: SlowNode) => run(body, text, at, captures, (end, inner) => ({ at: end, captures: inner }))
  switch (node.kind) {
    case 'character':
      return consume(text[at] === node.text)
    case 'class':
      return consume(node.members.includes(text[at] ?? ' ') !== node.isNegated)
    case 'any':
      return consume(text[at] !== '\n')
    case 'place': {
      const holds = {
        '^': at === 0,
        $: at === text.length || (at === text.length - 1 && text[at] === '\n'),
        '\\b': isWord(text[at - 1]) !== isWord(text[at]),
      }
      return holds[node.source === '\\b' ? '\\b' : node.source] ? next(at, captures) : undefined
    }
    case 'sequence': {
      const [first, ...rest] = node.items
      if (first === undefined) return next(at, captures)
      return run(first, text, at, captures, (end, inner) =>
        run({ kind: 'sequence', items: rest }, text, end, inner, next),
      )
    }
    case 'choice':
      for (const option of node.options) {
        const found = run(option, text, at, captures, next)
        if (found !== undefined) return found
      }
      return undefined
    case 'atomic': {
      const found = once(node.body)
      return found && next(found.at, found.captures)
    }
    case 'look': {
      const found = once(node.body)
      if ((found !== undefined) === node.isNegated) return undefined
      return next(at, found?.captures ?? captures)
    }
    case 'named':
    case 'reference':
      return run(node.body, text, at, captures, (end, inner) =>
        next(end, new Map([...inner, [node, text.slice(at, end)]])),
      )
    case 'repeat': {
      if (node.mode === '+') {
        const found = once({ ...node, mode: '' })
        return found && next(found.at, found.captures)
      }
      return repeat(node, text, at, captures, next, 0)
    }
    default:
      return node satisfies never
  }
}

function repeat(
  node: Extract<SlowNode, { kind: 'repeat' }>,
  text: string,
  at: number,
  captures: Captures,
  next: Next,
  done: number,
): Found | undefined {
  const again = () =>
    done >= node.max
      ? undefined
      : run(node.body, text, at, captures, (end, inner) => repeat(node, text, end, inner, next, done + 1))
  if (done < node.min) return again()
  return node.mode === '?' ? (next(at, captures) ?? again()) : (again() ?? next(at, captures))
}

/** The captures of the first match by field, as lists of different values. */
export function matchSlowly(root: SlowNode, text: string, namedOnly: boolean): Map<string, string[]> | undefined {
  if (text.trim() === '') return undefined
  for (let start = 0; start <= text.length; start++) {
    const found = run(root, text, start, new Map(), (at, captures) => ({ at, captures }))
    if (found === undefined) continue
    const fields = new Map<string, string[]>()
    for (const node of capturingNodes(root)) {
      const field = fieldOf(node, namedOnly)
      const value = found.captures.get(node)
      if (field === undefined || field === 'UNWANTED' || value === undefined) continue
      const values = fields.get(field) ?? []
      if (!values.includes(value)) values.push(value)
      fields.set(field, values)
    }
    return fields
  }
  return undefined
}

function fieldOf(node: SlowNode, namedOnly: boolean): string | undefined {
  if (node.kind === 'named') return node.name
  return node.kind === 'reference' ? (node.field ?? (namedOnly ? undefined : node.name)) : undefined
}

function capturingNodes(node: SlowNode): readonly SlowNode[] {
  switch (node.kind) {
    case 'sequence':
      return node.items.flatMap(capturingNodes)
    case 'choice':
      return node.options.flatMap(capturingNodes)
    case 'atomic':
    case 'look':
    case 'repeat':
      return capturingNodes(node.body)
    case 'named':
    case 'reference':
      return [node, ...capturingNodes(node.body)]
    default:
      return []
  }
}

/** The pattern as a user writes it; `definitions` collects what its references name. */
export function writePattern(node: SlowNode, definitions: Map<string, string>): string {
  const write = (inner: SlowNode) => writePattern(inner, definitions)
  switch (node.kind) {
    case 'character':
      return node.text === '\n' ? '\\n' : node.text
    case 'class':
      return `[${node.isNegated ? '^' : ''}${node.members}]`
    case 'any':
      return '.'
    case 'place':
      return node.source
    case 'sequence':
      return node.items.map((item) => (item.kind === 'choice' ? `(?:${write(item)})` : write(item))).join('')
    case 'choice':
      return node.options.map(write).join('|')
    case 'atomic':
      return `(?>${write(node.body)})`
    case 'look':
      return `(?${node.isNegated ? '!' : '='}${write(node.body)})`
    case 'named':
      return `(?<${node.name}>${write(node.body)})`
    case 'reference':
      definitions.set(node.name, write(node.body))
      return `%{${node.name}${node.field === undefined ? '' : `:${node.field}`}}`
    case 'repeat':
      return `(?:${write(node.body)})${quantifier(node)}`
    default:
      return node satisfies never
  }
}

const quantifier = ({ min, max, mode }: Extract<SlowNode, { kind: 'repeat' }>) =>
  `${max === Number.POSITIVE_INFINITY ? (min === 0 ? '*' : min === 1 ? '+' : `{${min},}`) : `{${min},${max}}`}${mode}`
