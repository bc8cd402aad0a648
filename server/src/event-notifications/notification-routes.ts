import * as contract from '@logyard/contract/event-notifications/event-notifications'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../http/caller.ts'
import { pageOfList } from '../http/page-of-list.ts'
import { type ListOptions, pageAnswer, readPage } from '../http/pagination.ts'
import { serve } from '../http/serve.ts'
import type { BoundedRuns } from '../platform/bounded-runs/bounded-runs.ts'
import type { LegacyCallbacks } from './legacy-callbacks.ts'
import type { EventNotifications } from './notification-service.ts'
import type { NotificationTypes } from './notification-type.ts'
import { previewTask } from './preview-task.ts'

const NOTIFICATION_LIST: ListOptions = {
  fields: ['id', 'title', 'description'],
  defaultField: 'title',
  sort: 'title',
  sortable: ['title'],
}

export interface NotificationRoutesDeps {
  readonly notifications: EventNotifications
  readonly types: Pick<NotificationTypes, 'all'>
  readonly callbacks: Pick<LegacyCallbacks, 'types'>
  readonly boundedRuns: BoundedRuns
  /** What templates know of an event that the caller may see; of a test event without an id. */
  readonly modelFor: (
    caller: Caller,
    eventId: string | undefined,
    signal: AbortSignal,
  ) => Promise<contract.TemplateModel>
}

export function eventNotificationRoutes(api: FastifyInstance, deps: NotificationRoutesDeps): void {
  const { notifications } = deps
  serve(api, contract.listEventNotifications, async ({ caller, query }) => {
    const request = readPage(query, NOTIFICATION_LIST)
    const { notifications: readable, all } = await notifications.readable(caller)
    const found = pageOfList(readable, request, (notification) => notification)
    return {
      ...pageAnswer(request, found),
      query: query.query ?? '',
      grand_total: all,
      notifications: [...found.rows],
    }
  })
  serve(api, contract.getEventNotification, ({ params }) => notifications.get(params.id))
  serve(api, contract.createEventNotification, ({ caller, body }) => notifications.create(caller, body))
  serve(api, contract.updateEventNotification, ({ caller, params, body }) =>
    notifications.update(caller, params.id, body),
  )
  serve(api, contract.deleteEventNotification, ({ params }) => notifications.delete(params.id))
  serve(api, contract.testNewEventNotification, ({ caller, body, signal }) =>
    notifications.testDraft(caller, body, signal),
  )
  serve(api, contract.testEventNotification, ({ caller, params, signal }) =>
    notifications.test(caller, params.id, signal),
  )
  serve(api, contract.listNotificationTypes, ({ caller }) => ({
    types: deps.types.all.map(({ type, defaultConfig, formFor }) => ({
      type,
      default_config: defaultConfig,
      form: formFor(caller),
    })),
  }))
  serve(api, contract.listLegacyCallbackTypes, async ({ caller }) => ({ types: await deps.callbacks.types(caller) }))
  serve(api, contract.previewNotificationTemplate, async ({ caller, body, signal }) => {
    const { template, event_id: eventId, is_html: isHtml = false } = body
    const model = await deps.modelFor(caller, eventId ?? undefined, signal)
    const characters = template.length
    return deps.boundedRuns.run(previewTask, { template, model, isHtml }, { userId: caller.userId, signal, characters })
  })
  serve(api, contract.listQueuedNotifications, ({ caller, query }) => notifications.queued(caller, query))
  serve(api, contract.retryQueuedNotifications, ({ params }) => notifications.retry(params.id))
  serve(api, contract.clearQueuedNotifications, async ({ params, query }) => ({
    cleared: await notifications.clearQueue(params.id, query.event_definition_id),
  }))
}
