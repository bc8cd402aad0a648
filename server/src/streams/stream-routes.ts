import type { OutputSummary } from '@logyard/contract/outputs/outputs'
import { getStreamColumns, setStreamColumns } from '@logyard/contract/streams/stream-columns'
import {
  cloneStream,
  createStream,
  deleteStream,
  getStream,
  listEnabledStreams,
  listStreams,
  pageStreams,
  pauseStream,
  resumeStream,
  testStreamMatch,
  updateStream,
} from '@logyard/contract/streams/streams'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../http/caller.ts'
import { pageOfList } from '../http/page-of-list.ts'
import { type ListOptions, pageAnswer, readPage } from '../http/pagination.ts'
import { serve } from '../http/serve.ts'
import { notAuthorized } from '../platform/errors.ts'
import type { StreamAlertFacts, StreamAlerting } from './stream-alerting.ts'
import { streamRuleRoutes } from './stream-rule-routes.ts'
import type { Streams } from './stream-service.ts'
import type { StoredStream } from './stream-store.ts'
import { streamAnswer, streamPageItem } from './stream-views.ts'

const STREAM_LIST: ListOptions = {
  fields: ['title', 'description'],
  defaultField: 'title',
  sort: 'title',
  sortable: ['title', 'description'],
}

export interface StreamRoutesDeps {
  readonly streams: Streams
  /** The outputs of these ids, as the caller may see them. */
  readonly outputsOf: (ids: readonly string[], caller: Caller) => Promise<readonly OutputSummary[]>
  readonly alerting: Pick<StreamAlerting, 'read'>
  /** The base URL of the API without a trailing slash, for Location headers. */
  readonly apiUrl: string
}

export function streamRoutes(api: FastifyInstance, { streams, outputsOf, alerting, apiUrl }: StreamRoutesDeps): void {
  const answerWith = async (alertsOf: (streamId: string) => StreamAlertFacts, stream: StoredStream, caller: Caller) =>
    streamAnswer(stream, await outputsOf(stream.outputs, caller), alertsOf(stream.id))
  const answer = async (stream: StoredStream, caller: Caller) => answerWith(await alerting.read(), stream, caller)
  const readable = (list: readonly StoredStream[], caller: Caller) =>
    list.filter(({ id }) => caller.holds(`streams:read:${id}`))
  const listAnswer = async (list: readonly StoredStream[], caller: Caller) => {
    const alertsOf = await alerting.read()
    return {
      total: list.length,
      streams: await Promise.all(list.map((stream) => answerWith(alertsOf, stream, caller))),
    }
  }

  serve(api, listStreams, async ({ caller }) => listAnswer(readable(await streams.list(), caller), caller))

  serve(api, listEnabledStreams, async ({ caller }) => {
    const running = readable(await streams.list(), caller).filter(({ disabled }) => !disabled)
    return listAnswer(running, caller)
  })

  serve(api, pageStreams, async ({ query, caller }) => {
    const request = readPage(query, STREAM_LIST)
    const all = await streams.list()
    const found = pageOfList(readable(all, caller), request, (stream) => stream)
    const alertsOf = await alerting.read()
    return {
      query: query.query ?? '',
      pagination: pageAnswer(request, found),
      total: all.length,
      sort: request.sort,
      order: request.order,
      streams: found.rows.map((stream) => streamPageItem(stream, alertsOf(stream.id))),
    }
  })

  serve(api, getStream, async ({ params, caller }) => answer(await streams.get(params.id), caller))

  serve(api, createStream, async ({ body, caller, reply }) => {
    const { id } = await streams.create(caller, body)
    reply.header('location', `${apiUrl}/streams/${id}`)
    return { stream_id: id }
  })

  serve(api, updateStream, async ({ params, body, caller }) => {
    const stream = await streams.update(params.id, body)
    return answer(stream, caller)
  })

  serve(api, deleteStream, ({ params }) => streams.delete(params.id))

  serve(api, pauseStream, async ({ params, caller }) => {
    requireStateChange(caller, params.id)
    await streams.pause(params.id)
  })

  serve(api, resumeStream, async ({ params, caller }) => {
    requireStateChange(caller, params.id)
    await streams.resume(params.id)
  })

  serve(api, testStreamMatch, ({ params, body }) => streams.testMatch(params.id, body.message))

  serve(api, cloneStream, async ({ params, body, caller, reply }) => {
    const { id } = await streams.clone(caller, params.id, body)
    reply.header('location', `${apiUrl}/streams/${id}`)
    return { stream_id: id }
  })

  serve(api, getStreamColumns, async ({ params }) => columnsOf(await streams.get(params.streamId)))

  serve(api, setStreamColumns, async ({ params, body }) =>
    columnsOf(await streams.setColumns(params.streamId, body.columns)),
  )

  streamRuleRoutes(api, { rules: streams.rules, apiUrl })
}

const columnsOf = ({ columns = [] }: StoredStream) => ({ columns: [...columns] })

function requireStateChange(caller: Caller, streamId: string): void {
  const isAllowed = ['changestate', 'edit'].some((action) => caller.holds(`streams:${action}:${streamId}`))
  if (!isAllowed) throw notAuthorized(streamId)
}
