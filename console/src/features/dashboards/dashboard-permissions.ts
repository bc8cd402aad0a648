import type { View } from '@logyard/contract/views'

type May = (permission: string) => boolean

export const mayEditView = (may: May, { id, type }: Pick<View, 'id' | 'type'>): boolean =>
  may(`view:edit:${id}`) || (type === 'DASHBOARD' && may(`dashboards:edit:${id}`))

export const mayDeleteView = (may: May, { id }: Pick<View, 'id'>): boolean => may(`view:delete:${id}`)

export const CREATE_DASHBOARDS = 'dashboards:create'
