import type { View } from '@logyard/contract/views/views'

export const mayEditSearch = (may: (permission: string) => boolean, view: View, username: string): boolean =>
  view.owner === username || may(`view:edit:${view.id}`)
