/** Functions that make one level of nested JSON. */
import { type JsonTree, RuleJson } from '@logyard/languages/rules/values/rule-json'
import { defineFunction, type PipelineParam } from '../evaluation/rule-run.ts'
import { jsonTreeOf } from './json-tree-of.ts'
import { flag, given, optional, text, textOf } from './params.ts'
import { checkCharacters, MAX_ITEMS, tooManyItems } from './result-bounds.ts'

const HANDLERS = ['ignore', 'json', 'flatten'] as const

type ArrayHandler = (typeof HANDLERS)[number]

const arrayHandler: PipelineParam<ArrayHandler> = {
  ...text(
    'array_handler',
    'The treatment of lists: "ignore" leaves them out, "json" writes them as JSON, "flatten" makes a key of every item.',
  ),
  prepare(value) {
    const written = textOf(value, 'array_handler')
    const handler = HANDLERS.find((known) => known === written)
    if (handler === undefined) throw new Error(`Expected ignore, json or flatten, not ${written.slice(0, 100)}`)
    return handler
  },
}

class Flattened {
  readonly entries = new Map<string, JsonTree>()
  private characters = 0
  private readonly handler: ArrayHandler
  private readonly writesTexts: boolean

  constructor(handler: ArrayHandler, writesTexts: boolean) {
    this.handler = handler
    this.writesTexts = writesTexts
  }

  /** The depth of JSON is limited where it is read. */
  add(name: string, tree: JsonTree): void {
    if (isArray(tree)) this.addArray(name, tree)
    else if (typeof tree === 'object' && tree !== null) {
      for (const [key, value] of Object.entries(tree)) this.add(joined(name, key), value)
    } else this.set(name, this.writesTexts && tree !== null ? String(tree) : tree)
  }

  private addArray(name: string, items: readonly JsonTree[]): void {
    if (this.handler === 'json') this.set(name, new RuleJson(items).toText())
    if (this.handler === 'flatten') for (const [at, item] of items.entries()) this.add(joined(name, String(at)), item)
  }

  private set(name: string, value: JsonTree): void {
    this.entries.set(name, value)
    this.characters += name.length + (typeof value === 'string' ? value.length : 0)
    checkCharacters(this.characters)
    if (this.entries.size > MAX_ITEMS) throw tooManyItems()
  }
}

const isArray = (tree: JsonTree): tree is readonly JsonTree[] => Array.isArray(tree)

const joined = (name: string, part: string): string => (name === '' ? part : `${name}_${part}`)

const flattenJson = defineFunction({
  name: 'flatten_json',
  description:
    'Reads JSON, and makes one level of it: the names of nested objects are joined by underscores. A text that is not a JSON object or list gives an empty tree.',
  example: {
    source: 'flatten_json("{\\"user\\": {\\"name\\": \\"ada\\", \\"ids\\": [7, 8]}}", "flatten")',
    result: '{"user_name":"ada","user_ids_0":7,"user_ids_1":8}',
  },
  params: [
    text('value', 'The text.'),
    arrayHandler,
    optional(flag('stringify', 'Makes texts of numbers, true and false. False by default.')),
  ],
  returns: 'JsonNode',
  call([value, handler, writesTexts]) {
    const tree = value == null ? undefined : jsonTreeOf(value)
    if (typeof tree !== 'object' || tree === null) return new RuleJson(undefined)
    const flattened = new Flattened(given(handler, 'array_handler'), writesTexts === true)
    flattened.add('', tree)
    return new RuleJson(Object.fromEntries(flattened.entries))
  },
})

export const flattenFunctions = [flattenJson]
