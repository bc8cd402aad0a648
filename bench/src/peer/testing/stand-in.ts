/**
 * Plays a VictoriaLogs for the test of the comparison: the same flags and paths, and right answers only to questions for
 * everything and for a trace id. Other filters find nothing.
 */
import { appendFileSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

type Document = Readonly<Record<string, string>>

const documents: Document[] = []
const flag = (name: string) => process.argv.find((arg) => arg.startsWith(`-${name}=`))?.slice(name.length + 2) ?? ''
const listen = flag('httpListenAddr')
const folder = flag('storageDataPath')
if (listen === '' || folder === '') throw new Error(`flags are missing: ${process.argv.join(' ')}`)
mkdirSync(folder, { recursive: true })

function found(filter: string, from: string, to: string): readonly Document[] {
  const traceId = /^trace_id:"(\w+)"$/.exec(filter)?.[1]
  return documents.filter(
    (each) =>
      (each['@timestamp'] ?? '') >= from &&
      (each['@timestamp'] ?? '') <= to &&
      (filter === '*' || each['trace_id'] === traceId),
  )
}

function answer(path: string, body: string): string {
  if (path === '/insert/elasticsearch/_bulk') {
    appendFileSync(join(folder, 'documents'), body)
    const lines = body.split('\n').filter((line) => line !== '')
    documents.push(...lines.filter((_, place) => place % 2 === 1).map((line): Document => JSON.parse(line)))
    return JSON.stringify({ took: 1, errors: false, items: [] })
  }
  const form = new URLSearchParams(body)
  const query = form.get('query') ?? ''
  const [from, to] = [form.get('start') ?? '', form.get('end') ?? '']
  if (path === '/select/logsql/query') {
    const page = found(query, from, to).slice(-Number(form.get('limit')))
    return page.map((each) => `${JSON.stringify(each)}\n`).join('')
  }
  if (path === '/select/logsql/hits') {
    return JSON.stringify({ hits: [{ fields: {}, values: [found(query, from, to).length] }] })
  }
  if (path === '/select/logsql/stats_query') {
    const [, start = '', end = '', filter = ''] =
      /^_time:\[(\S+), (\S+)\] \((.*)\) \| stats count\(\)/.exec(query) ?? []
    const result = [{ metric: { __name__: 'total' }, value: [0, `${found(filter, start, end).length}`] }]
    return JSON.stringify({ status: 'success', data: { resultType: 'vector', result } })
  }
  return ''
}

const server = createServer(async (request, response) => {
  const path = new URL(request.url ?? '', `http://${listen}`).pathname
  response.end(answer(path, await text(request)))
})
const [host, port] = listen.split(':')
server.listen(Number(port), host)
process.on('SIGINT', () => process.exit(0))
