/** What can stand at a position of a template: names and keywords after `${`, and the items of open loops. */
import { MESSAGE_NAMES } from './template-names.ts'

export interface TemplateName {
  readonly name: string
  readonly help?: string
}

interface TemplateOption {
  readonly label: string
  readonly detail?: string
  /** Inserted instead of the label. The expression is closed by a brace unless more must follow. */
  readonly continues?: boolean
}

export interface TemplateCompletion {
  readonly from: number
  readonly options: readonly TemplateOption[]
}

const KEYWORDS: readonly TemplateOption[] = [
  { label: 'if', continues: true },
  { label: 'foreach', continues: true },
  { label: 'else' },
  { label: 'end' },
]
const LOOP_FACTS = ['index', 'first', 'last', 'odd', 'even'] as const

/** `undefined` outside of an expression, and where the name of a loop's item is typed. */
export function completeTemplate(
  text: string,
  position: number,
  names: readonly TemplateName[],
): TemplateCompletion | undefined {
  const start = text.lastIndexOf('${', position - 1)
  if (start < 0 || position < start + 2) return undefined
  const typed = text.slice(start + 2, position)
  if (typed.includes('}')) return undefined
  const path = /^(?<before>\s*|\s*if\s+!?|\s*foreach\s+|[^,]*,)(?<path>[\w.@-]*)$/.exec(typed)?.groups
  if (path === undefined) return undefined
  const { before = '', path: word = '' } = path
  const known = [...itemNames(text.slice(0, start), names), ...names].map(({ name, help }) => ({
    label: name,
    ...(help === undefined ? {} : { detail: help }),
    ...(/foreach/.test(before) ? { continues: true } : {}),
  }))
  return { from: position - word.length, options: before.trim() === '' ? [...known, ...KEYWORDS] : known }
}

const EXPRESSION = /\$\{\s*(?:(?<loop>foreach)\s+(?<list>[\w.@-]+)\s+(?<item>\w+)|(?<condition>if)\s|(?<end>end)\s*\})/g

/** The names of the items of the loops that are open at the end of the text. */
function itemNames(before: string, names: readonly TemplateName[]): readonly TemplateName[] {
  const open: { readonly list: string; readonly item: string }[] = []
  for (const { groups = {} } of before.matchAll(EXPRESSION)) {
    if (groups['end'] !== undefined) open.pop()
    else open.push({ list: groups['list'] ?? '', item: groups['item'] ?? '' })
  }
  const loops = open.filter(({ item }) => item !== '').toReversed()
  return loops.flatMap(({ list, item }) => [
    ...partsOf(list, names).map((part) => ({ name: part === '' ? item : `${item}.${part}` })),
    ...LOOP_FACTS.map((fact) => ({ name: `${fact}_${item}` })),
  ])
}

function partsOf(list: string, names: readonly TemplateName[]): readonly string[] {
  if (list === 'backlog') return MESSAGE_NAMES
  const isMap = /(?:^|\.)fields$/.test(list) || names.some(({ name }) => name.startsWith(`${list}.`))
  return isMap ? ['key', 'value'] : ['']
}
