import { deleteNotification, listNotifications, listSystemMessages } from '@logyard/contract/notices/notifications'
import type { FastifyInstance } from 'fastify'
import { serve } from '../http/serve.ts'
import { type Notifications, parseNotificationType } from './notifications.ts'
import type { SystemMessages } from './system-messages.ts'

export function notificationRoutes(
  api: FastifyInstance,
  { notifications, messages }: { readonly notifications: Notifications; readonly messages: SystemMessages },
): void {
  serve(api, listNotifications, async ({ caller }) => {
    const readable = (await notifications.list()).filter(({ type }) => caller.holds(`notifications:read:${type}`))
    return { total: readable.length, notifications: readable }
  })
  serve(api, deleteNotification, async ({ params, caller }) => {
    caller.require(`notifications:delete:${params.type.toLowerCase()}`)
    await notifications.remove(parseNotificationType(params.type))
  })
  serve(api, listSystemMessages, async ({ query }) => {
    const { messages: rows, total } = await messages.page(Math.max(query.page ?? 1, 1))
    return { messages: [...rows], total }
  })
}
