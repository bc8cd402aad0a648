import { expect } from 'vitest'
import type { CatalogueWorld, ExampleRequest } from './catalogue-world.ts'

type Example = (world: CatalogueWorld) => ExampleRequest | Promise<ExampleRequest>

const nothing: Example = () => ({})
const draft = ({ unique }: CatalogueWorld) => ({ name: unique('PATTERN').replaceAll('-', '_'), pattern: '%{IP}' })
const ofPattern: Example = async (world) => {
  const answer = await world.call(world.admin, { method: 'POST', path: '/system/grok' }, { body: draft(world) })
  expect(answer.status, answer.text).toBe(201)
  return { params: { id: String(answer.json()['id']) } }
}

/** The same parameters in the body of a POST and in the query of a GET. */
const tool = (name: string, body: Readonly<Record<string, string | number | boolean>>) => {
  const query = Object.fromEntries(Object.entries(body).map(([key, value]) => [key, String(value)]))
  return { [`tools.${name}`]: () => ({ body }), [`tools.${name}_get`]: () => ({ query }) }
}

export const parsingExamples: Readonly<Record<string, Example>> = {
  ...tool('regex', { regex: '(a)', string: 'a' }),
  ...tool('regex_replace', { regex: '(a)', string: 'a', replacement: 'b', replace_all: true }),
  'tools.regex_validate': () => ({ query: { regex: '(' } }),
  ...tool('split_and_index', { split_by: ' ', index: 1, string: 'a b' }),
  'tools.substring': () => ({ body: { string: 'abc', start: 0, end: 1 } }),
  'tools.substring_get': () => ({ query: { string: 'abc', begin_index: '0', end_index: '1' } }),
  ...tool('contains', { search_string: 'a', string: 'abc' }),
  ...tool('grok', { pattern: '%{NOSUCH}', string: 'a', named_captures_only: false }),
  ...tool('json', {
    string: '{"a":1}',
    flatten: false,
    list_separator: ', ',
    key_separator: '_',
    kv_separator: '=',
    replace_key_whitespace: false,
    key_whitespace_replacement: '_',
    key_prefix: '',
  }),
  ...tool('lookup_table', { lookup_table_name: 'none', string: 'a' }),

  'grok.list': nothing,
  'grok.paginated': nothing,
  'grok.get': ofPattern,
  'grok.test': () => ({ body: { grok_pattern: { name: 'X', pattern: '%{INT}' }, sampleData: '7' } }),
  'grok.create': (world) => ({ body: draft(world) }),
  'grok.import_json': (world) => ({ body: { patterns: [draft(world)] } }),
  'grok.update': async (world) => ({ ...(await ofPattern(world)), body: draft(world) }),
  'grok.delete': ofPattern,
}
