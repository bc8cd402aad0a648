import { once } from 'node:events'
import { connect } from 'node:net'
import { holds, NoBody, operation, READS_ONLY } from '@logyard/contract/http/operation'
import { Type } from 'typebox'
import { expect, test, vi } from 'vitest'
import { aloneAs, startHttp, TEST_NODE_ID } from '../testing/start-http.ts'
import type { AuditedCall } from './audit-hook.ts'
import { statusOfError } from './error-handler.ts'
import { serve } from './serve.ts'

const breakPot = operation({
  id: 'pots.break',
  area: 'pots',
  method: 'DELETE',
  path: '/pots/{id}/{secret}',
  summary: 'Break a pot',
  access: holds('pots:break:<id>'),
  audit: 'pot:break',
  secretParams: ['secret'],
  query: Type.Object({ pieces: Type.Optional(Type.Integer()) }),
  answers: { 204: NoBody },
})
const countPots = operation({ ...breakPot, id: 'pots.count', method: 'POST', audit: READS_ONLY, path: '/pots/{id}' })

async function startPots(breaking: (id: string) => null | Promise<null>) {
  const calls: AuditedCall[] = []
  const outcomes: unknown[] = []
  const note = (call: AuditedCall, status: number) => {
    calls.push(call)
    outcomes.push([call.caller()?.username, call.target['id'], status])
  }
  const http = await startHttp(
    (api) => {
      serve(api, breakPot, ({ params }) => breaking(params.id))
      serve(api, countPots, () => null)
    },
    {
      operationHooks: {
        nodes: aloneAs(TEST_NODE_ID),
        audit: {
          async perform(call, work) {
            try {
              const { answer, outcome } = await work()
              note(call, outcome.status)
              return answer
            } catch (error) {
              note(call, statusOfError(error))
              throw error
            }
          },
          refused: note,
        },
      },
    },
  )
  return { ...http, calls, outcomes }
}

test('an operation is reported once after it succeeds, fails or is refused, without credentials in its path', async () => {
  await using pots = await startPots((id) => {
    if (id === 'cracked') throw new Error('no such luck')
    return null
  })
  await pots.ask('DELETE', '/pots/blue/hush', 'pots:break')
  await pots.ask('DELETE', '/pots/red/hush', 'pots:break:blue')
  await pots.ask('DELETE', '/pots/cracked/hush', 'pots:break')
  expect(pots.outcomes).toEqual([
    ['ada', 'blue', 204],
    ['ada', 'red', 403],
    ['ada', 'cracked', 500],
  ])
  const facts = { event: 'pot:break', operation: 'pots.break', clientAddress: '127.0.0.1', userAgent: 'node' }
  expect(pots.calls[0]).toMatchObject(facts)
  expect(JSON.stringify(pots.calls)).not.toContain('hush')
  const performed = pots.logged().filter(({ msg }) => msg === 'operation performed')
  expect(performed).toMatchObject([{ event: 'pot:break', target: { id: 'blue' } }])
  expect(JSON.stringify(pots.logged())).not.toContain('hush')
})

test('an invalid request is reported; an anonymous one, an unknown path and a reading operation are not', async () => {
  await using pots = await startPots(() => null)
  await pots.ask('DELETE', '/pots/blue/hush', undefined)
  await pots.ask('DELETE', '/pans/blue', '*')
  await pots.ask('POST', '/pots/blue', '*')
  expect(pots.calls).toEqual([])
  const { status } = await pots.ask('DELETE', '/pots/blue/hush?pieces=many', '*')
  expect(pots.outcomes).toEqual([['ada', 'blue', status]])
})

test('a client that disconnects before the response is reported', async () => {
  const reached = Promise.withResolvers<void>()
  const isGone = Promise.withResolvers<void>()
  await using pots = await startPots(async () => {
    reached.resolve()
    await isGone.promise
    return null
  })
  const socket = connect(pots.port, '127.0.0.1')
  socket.write(
    'DELETE /api/pots/blue/hush HTTP/1.1\r\nHost: pots\r\nX-Requested-By: test\r\nX-Test-Permissions: *\r\n\r\n',
  )
  await reached.promise
  socket.destroy()
  await once(socket, 'close')
  isGone.resolve()
  await vi.waitFor(() => expect(pots.outcomes).toEqual([['ada', 'blue', 204]]))
})

test('an operation on another node is refused before its handler runs', async () => {
  const named = operation({ ...breakPot, path: '/cluster/{nodeId}/pots/{id}/{secret}', node: 'named' })
  const broken: string[] = []
  await using http = await startHttp((api) =>
    serve(api, named, ({ params }) => {
      broken.push(params.id)
      return null
    }),
  )
  expect((await http.ask('DELETE', '/cluster/another-node/pots/red/x', '*')).status).toBe(404)
  expect((await http.ask('DELETE', `/cluster/${TEST_NODE_ID}/pots/blue/x`, '*')).status).toBe(204)
  expect(broken).toEqual(['blue'])
})
