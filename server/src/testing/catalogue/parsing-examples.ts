import { type Example, nothing } from './catalogue-world.ts'
import { draftOf } from './kind-examples.ts'

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

  'grok.paginated': nothing,
  'grok.test': () => ({ body: { grok_pattern: { name: 'X', pattern: '%{INT}' }, sampleData: '7' } }),
  'grok.import_json': async (world) => ({ body: { patterns: [(await draftOf('grok')(world)).body] } }),
}
