/** Functions on JSON. */
import { isDefinite, type JsonPath, parseJsonPath, valuesAt } from '@logyard/codecs/json-path/json-path'
import type { RuleValue } from '@logyard/languages/rules/rule-values'
import { type JsonTree, RuleJson } from '@logyard/languages/rules/values/rule-json'
import { textOfValue } from '@logyard/languages/rules/values/text-of-value'
import { defineFunction, type PipelineParam } from '../evaluation/rule-run.ts'
import { jsonTreeOf } from './json-tree-of.ts'
import { given, isMap, map, refuse, text } from './params.ts'
import { createPerToolsCache } from './per-tools-cache.ts'
import { MAX_ITEMS } from './result-bounds.ts'

/** Values of a tree that one path reads. */
const MAX_VISITED = 100_000

const parseJson = defineFunction({
  name: 'parse_json',
  description: 'Reads JSON. A text that is not JSON gives an empty tree.',
  example: { source: 'parse_json("{\\"user\\": {\\"name\\": \\"ada\\"}}")', result: '{"user":{"name":"ada"}}' },
  params: [text('value', 'The text.')],
  returns: 'JsonNode',
  call: ([value]) => new RuleJson(value == null ? undefined : jsonTreeOf(value)),
})

const json: PipelineParam<RuleJson> = {
  name: 'json',
  type: 'JsonNode',
  isOptional: false,
  description: 'The tree: see parse_json.',
  prepare: (value) => (value instanceof RuleJson ? value : refuse('json', 'a JSON tree', value)),
}

const compiled = createPerToolsCache<JsonPath>()

const paths: PipelineParam<ReadonlyMap<string, JsonPath>> = {
  ...map('paths', 'JSONPaths by the names of the results. A path begins with $.'),
  prepare(value, tools) {
    if (!isMap(value)) return refuse('paths', 'a map', value)
    const paths = new Map<string, JsonPath>()
    for (const [name, path] of value) {
      const written = textOfValue(path)
      paths.set(
        name,
        compiled(tools, written, () => pathOf(written)),
      )
    }
    return paths
  },
}

function pathOf(text: string): JsonPath {
  const path = parseJsonPath(text)
  if (path === undefined) throw new Error(`Not a JSONPath: ${text.slice(0, 100)}`)
  return path
}

const selectJsonpath = defineFunction({
  name: 'select_jsonpath',
  description:
    'Reads values of a JSON tree by JSONPaths. A path that finds nothing gives null, one that may find several values gives a list.',
  example: {
    source: 'select_jsonpath(parse_json("{\\"user\\": {\\"name\\": \\"ada\\"}}"), {name: "$.user.name"})',
    result: '{name: "ada"}',
  },
  params: [json, paths],
  returns: 'Map',
  call([tree, paths]) {
    const results = new Map<string, RuleValue>()
    const root = given(tree, 'json').tree
    for (const [name, path] of given(paths, 'paths')) results.set(name, root === undefined ? null : select(root, path))
    return results
  },
})

function select(root: JsonTree, path: JsonPath): RuleValue {
  if (!isDefinite(path)) return [...treesAt(root, path, MAX_ITEMS)].map(valueOfTree)
  const [found] = treesAt(root, path, 1)
  return found === undefined ? null : valueOfTree(found)
}

/** All that is below a tree is a tree. */
const isTree = (value: unknown): value is JsonTree => value !== undefined

const treesAt = (root: JsonTree, path: JsonPath, count: number): readonly JsonTree[] =>
  valuesAt(root, path, { maxVisited: MAX_VISITED, maxFound: count }).filter(isTree)

/** Objects stay trees. */
function valueOfTree(tree: JsonTree): RuleValue {
  const isObject = typeof tree === 'object' && tree !== null && !Array.isArray(tree)
  const json = new RuleJson(tree)
  return isObject ? json : json.toRuleValue()
}

export const jsonFunctions = [parseJson, selectJsonpath]
