import * as contract from '@logyard/contract/parser-tools/text-tools'
import type { FastifyInstance } from 'fastify'
import { partOf } from '../extractors/extraction/split-text.ts'
import { substringOf } from '../extractors/extraction/substring.ts'
import { serve } from '../http/serve.ts'

interface SplitInput {
  readonly string: string
  readonly split_by: string
  readonly index: number
}

interface ContainsInput {
  readonly string: string
  readonly search_string: string
}

export function textToolRoutes(api: FastifyInstance): void {
  serve(api, contract.testSplitAndIndex, ({ body }) => split(body))
  serve(api, contract.testSplitAndIndexByQuery, ({ query }) => split(query))
  serve(api, contract.testSubstring, ({ body: { string, start, end } }) => substring(string, start, end))
  serve(api, contract.testSubstringByQuery, ({ query: { string, begin_index, end_index } }) =>
    substring(string, begin_index, end_index),
  )
  serve(api, contract.testContainsString, ({ body }) => contains(body))
  serve(api, contract.testContainsStringByQuery, ({ query }) => contains(query))
}

function split({ string, split_by, index }: SplitInput): contract.CutTest {
  const { value, begin, end } = partOf(string, split_by, index)
  return { successful: value !== undefined, cut: value ?? null, begin_index: begin, end_index: end }
}

function substring(string: string, begin: number, end: number): contract.CutTest {
  const cut = substringOf(string, begin, end)
  return { successful: cut !== undefined, cut: cut ?? null, begin_index: begin, end_index: end }
}

function contains({ string, search_string }: ContainsInput): contract.ContainsStringTest {
  const start = string.indexOf(search_string)
  const match = start < 0 ? {} : { match: { start, end: start + search_string.length } }
  return { matched: start >= 0, ...match, search_string, string }
}
