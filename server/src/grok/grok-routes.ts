import * as contract from '@logyard/contract/grok/grok-patterns'
import type { FastifyInstance } from 'fastify'
import { pageAnswer, readPage } from '../http/pagination.ts'
import { serve } from '../http/serve.ts'
import type { GrokPatterns } from './grok-patterns.ts'
import { jsonOf } from './grok-values.ts'
import type { NamedPattern } from './pattern-references.ts'

const LIST = { fields: ['name', 'pattern'], defaultField: 'name', sort: 'name', sortable: ['name', 'pattern'] }

interface GrokRouteDeps {
  readonly grok: GrokPatterns
  /** The extractors that have a grok pattern. */
  readonly grokExtractors: () => Promise<readonly GrokExtractor[]>
  /** The API's own address without a slash at the end, for Location headers. */
  readonly apiUrl: string
}

interface GrokExtractor {
  readonly id: string
  readonly title: string
  readonly pattern: string
}

export function grokRoutes(api: FastifyInstance, { grok, grokExtractors, apiUrl }: GrokRouteDeps): void {
  serve(api, contract.listGrokPatterns, async () => ({ patterns: [...(await grok.list())] }))

  serve(api, contract.grokPatternsPaginated, async ({ query }) => {
    const request = readPage(query, LIST)
    const found = await grok.page(request)
    return { ...pageAnswer(request, found), grand_total: found.grandTotal, patterns: [...found.rows] }
  })

  serve(api, contract.getGrokPattern, ({ params }) => grok.get(params.id))

  serve(api, contract.getGrokPatternUses, async ({ params }) => {
    const uses = await grok.usesOf(params.id)
    const extractors = (await grokExtractors()).filter(({ pattern }) => uses.isIn(pattern))
    return {
      patterns: uses.patterns.map(({ id, name }) => ({ id: id ?? '', name })),
      extractors: extractors.map(({ id, title }) => ({ id, title })),
    }
  })

  serve(api, contract.testGrokPattern, async ({ body, caller: { userId }, signal }) => {
    const captures = await grok.tryNamed(body.grok_pattern, body.sampleData, { userId, signal })
    return Object.fromEntries(Array.from(captures ?? [], ([name, value]) => [name, jsonOf(value)]))
  })

  serve(api, contract.createGrokPattern, async ({ body, query, caller: { userId }, request, reply, signal }) => {
    const run = { userId, signal }
    if (typeof body === 'string') {
      const patterns = readPatternFile(body)
      await grok.import(patterns, { replace: query.replace ?? false, run })
      request.log.info({ patterns: patterns.length }, 'grok patterns imported')
      return reply.code(202).send()
    }
    const created = await grok.create(body, run)
    reply.header('location', `${apiUrl}/system/grok/${created.id}`)
    return created
  })

  serve(api, contract.importGrokPatterns, async ({ body, query, caller: { userId }, request, signal }) => {
    await grok.import(body.patterns, { replace: query.replace ?? false, run: { userId, signal } })
    request.log.info({ patterns: body.patterns.length }, 'grok patterns imported')
  })

  serve(api, contract.updateGrokPattern, ({ params, body, caller: { userId }, signal }) =>
    grok.update(params.id, body, { userId, signal }),
  )

  serve(api, contract.deleteGrokPattern, ({ params }) => grok.delete(params.id))
}

const LINE = /^(\w+)[ \t]+(.*\S.*)$/

/** The patterns of a file with one `NAME pattern` per line. Comments and other lines are skipped. */
const readPatternFile = (text: string): readonly NamedPattern[] =>
  text.split(/\r?\n/).flatMap((line) => {
    const [, name, pattern] = LINE.exec(line) ?? []
    return name === undefined || pattern === undefined ? [] : [{ name, pattern }]
  })
